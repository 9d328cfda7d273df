# The native core of Isthmus; use it through isthmus.rules, isthmus.solve and isthmus.engine.

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypedDict

from typing_extensions import Buffer

_Steps: TypeAlias = tuple[int, ...]
_Counters: TypeAlias = list[tuple[str, list[int]]]
_Symmetries: TypeAlias = Sequence[tuple[Sequence[int], bool]]
SnapshotParts: TypeAlias = tuple[list[int], list[int], int, int, int | None, list[int], _Counters]
_Arrays: TypeAlias = tuple[Any, ...]
_Judge: TypeAlias = Callable[[bytes, int], tuple[Buffer, Buffer]]  # planes and their number to policy and values

class Report(TypedDict):
    turns: list[tuple[_Steps, int, float, float, int, list[_Steps]]]
    value: float
    proof: int
    simulations: int
    nodes: int
    depth: int
    seconds: float
    theory: tuple[int, list[int], list[int]] | None

class Searched(Report):
    interrupt: BaseException | None  # raised by the signal handler that ended the search

_Shares: TypeAlias = list[tuple[int, float]]

class ContestFlow(TypedDict):
    ahead: float
    scale: float
    resistance: tuple[float, float]
    current: tuple[list[float], list[float]]
    power: tuple[list[float], list[float]]
    entering: tuple[_Shares, _Shares]
    leaving: tuple[_Shares, _Shares]
    with_stone: tuple[list[float], list[float]]

_Stones: TypeAlias = tuple[list[int], list[int]]
_Lines: TypeAlias = list[tuple[_Stones | None, list[tuple[_Steps, int]]]]

class Solved(TypedDict):
    least: int
    most: int
    turn: _Steps
    nodes: int
    seconds: float
    table: float
    certificates: list[tuple[int, bool, bool, _Lines]]

class _BuildInfo(TypedDict):
    profile: str
    flags: str
    compiler: str
    assertions: bool

class WorkError(RuntimeError): ...  # no thread could be started, a searcher in use, a fork during a search

class PlayedGame(TypedDict):
    steps: list[int]
    result: float
    values: list[float | None]
    policy: list[list[tuple[int, float]]]
    surprise: list[float]

class State:
    # A state of a native game; immutable.
    def to_act(self) -> tuple[int, int, str, bool]: ...
    def steps(self) -> list[int]: ...
    def unfinished(self) -> list[int]: ...
    def apply(self, step: int) -> State: ...
    def outcome(self) -> tuple[str, int | None, tuple[int, int] | None] | None: ...
    def mid_turn(self) -> bool: ...
    def key(self) -> int: ...
    def turns(self) -> list[_Steps]: ...
    def snapshot(self) -> SnapshotParts: ...
    def perft(self, depth: int, by_turns: bool) -> int: ...
    def playouts(
        self, games: int, seed: int, plain: bool = False, seconds: float = 1e9
    ) -> tuple[int, int, int, int, float]: ...

class Searcher:
    # An engine for one game; keeps its tree from search to search.
    def search(
        self,
        state: State,
        simulations: int,
        seconds: float,
        threads: int = 1,
        stop: Callable[[], bool] | None = None,
        on_report: Callable[[Report], None] | None = None,
        report_every: float = 0.25,
    ) -> Searched: ...
    def clear(self) -> None: ...
    def land(self, state: State, playouts: int, seed: int) -> tuple[list[float], float] | None: ...
    def flow(self, state: State, with_stone: bool) -> list[ContestFlow] | None: ...
    def numbers(self) -> dict[str, float]: ...

class Game:
    # A native game with its parameters.
    @property
    def num_steps(self) -> int: ...
    @property
    def has_flow(self) -> bool: ...
    def plane_shape(self, knowledge: bool = False) -> tuple[int, int, int, int]: ...
    def plane_names(self, knowledge: bool = False) -> list[str]: ...
    def depict(self, state: State, symmetries: _Symmetries, view: int, one: int, knowledge: bool = False) -> bytes: ...
    def policy_slots(self, state: State, symmetries: _Symmetries, view: int) -> list[int]: ...
    def initial(self) -> State: ...
    def restore(
        self,
        black: Sequence[int],
        white: Sequence[int],
        side: int,
        opening_turns: int,
        first_holds: int | None,
        pending: Sequence[int],
        counters: Sequence[tuple[str, Sequence[int]]],
    ) -> State: ...
    def searcher(
        self,
        kind: str,
        numbers: Mapping[str, float],
        seed: int,
        net: Net | None = None,
        symmetries: _Symmetries = ...,
    ) -> Searcher: ...
    def self_play(
        self,
        net: Net | _Judge,
        symmetries: _Symmetries,
        games: int,
        seed: int,
        numbers: Mapping[str, float],
        knowledge: bool = False,
    ) -> list[PlayedGame]: ...
    def samples(
        self,
        games: Sequence[Sequence[int]],
        picks: Sequence[tuple[int, int, int, Sequence[tuple[int, float]]]],
        symmetries: _Symmetries,
        knowledge: bool = False,
        weights: bool = False,
    ) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes]: ...
    def log_weights(self, state: State) -> list[float]: ...

class Environments:
    # Games of one kind side by side. Arrays are NumPy's, as isthmus.rl.arrays has them.
    def shape(self) -> tuple[int, int, int, int]: ...
    def plane_names(self) -> list[str]: ...
    def seed(self, i: int, seed: int, stream: int) -> None: ...
    def reset(self, which: Any, arrays: _Arrays) -> None: ...
    def step(self, actions: Any, arrays: _Arrays, final_obs: Any = None) -> None: ...
    def sample(self, actions: Any) -> None: ...
    def steps_of(self, actions: Any) -> list[int]: ...
    def snapshot(self, i: int) -> SnapshotParts: ...
    def put(self, i: int, snapshot: SnapshotParts, arrays: _Arrays) -> None: ...
    def search(self, numbers: Mapping[str, float], seed: int) -> BatchSearch: ...

class BatchSearch:
    # A search in each environment.
    def begin(self) -> None: ...
    def gather(self, obs: Any) -> int: ...
    def scatter(self, policy: Any, value: Any) -> None: ...
    def found(self, action: Any, value: Any, certain: Any, policy: Any, visits: Any) -> None: ...

class Net:
    # A learned net, packed for a kernel of this machine; immutable.
    def __init__(
        self, shape: Mapping[str, object], tensors: Mapping[str, Buffer], exact: bool = False, kernel: str = "best"
    ) -> None: ...
    @property
    def kernel(self) -> str: ...
    def evaluate(self, planes: Buffer, inside: Buffer) -> list[tuple[float, list[float]]]: ...
    def measure(self, planes: Buffer, inside: Buffer, times: int) -> float: ...

def solve(
    state: State,
    nodes: int,
    seconds: float,
    memory: int,
    symmetries: _Symmetries,
    certificates: bool,
    certificate_lines: int,
    keep_on: Callable[[int, int], bool] | None = None,
    net: Net | None = None,
) -> Solved: ...
def make_game(id: str, values: Mapping[str, int | str]) -> Game: ...  # noqa: A002 - the binding's name
def make_environments(
    id: str,  # noqa: A002
    values: Mapping[str, int | str],
    symmetries: _Symmetries,
    count: int,
    threads: int,
    mark: int,
    autoreset: str,
    canonical: bool,
    knowledge: bool,
    skip_forced: bool,
    max_steps: int,
    opening: int,
    observe: bool,
) -> Environments: ...
def game_ids() -> list[str]: ...
def net_kernels() -> list[str]: ...
def build_info() -> _BuildInfo: ...
