"""Reports of studies: figures and verdicts as data, as tables, and as one page."""
