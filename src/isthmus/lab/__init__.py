"""The lab: the effect of rules on games, with figures that state their uncertainty.

A study names the games, players, questions and claims. ``run`` plays its games into a ledger, and ``report`` computes
the figures. Needs ``isthmus[lab]``.
"""

from isthmus.lab.extra import check_extra as _check_extra

_check_extra()

# isort: split
from isthmus.lab.ledger import LedgerError  # noqa: E402  # the packages that these need are installed
from isthmus.lab.measures.catalogue import MEASURES  # noqa: E402
from isthmus.lab.reporting.files import write_report  # noqa: E402
from isthmus.lab.reporting.results import Results, report  # noqa: E402
from isthmus.lab.running import Progress, run  # noqa: E402
from isthmus.lab.study.study import Study, StudyError  # noqa: E402

__all__ = ["MEASURES", "LedgerError", "Progress", "Results", "Study", "StudyError", "report", "run", "write_report"]
