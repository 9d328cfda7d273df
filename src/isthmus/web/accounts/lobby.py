"""Lobby: tells accounts about their games and lets them challenge each other. It announces events only after they are
stored."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Coroutine, Mapping
from typing import Any

from isthmus.errors import IsthmusError, quoted
from isthmus.games import game as make_game
from isthmus.record import Record
from isthmus.rules.types import Seat
from isthmus.web.accounts.store import Account, AccountStore, Challenge, TakenError
from isthmus.web.game.games_in_memory import UnreadableGameError
from isthmus.web.game.live_game import Holder, LiveGame
from isthmus.web.game.new_game import CLOCKS
from isthmus.web.game.open_games import OpenGames
from isthmus.web.http.log import LOG
from isthmus.web.storage.faults import StorageError

__all__ = ["Lobby", "LobbyError", "challenge_message"]

_MOST_UNHEARD = 256
"""A stream ends when its reader is this many messages behind. The next stream begins with the current state."""
_MOST_OFFERED = 20
"""The maximum number of unanswered challenges of an account."""
MOST_PLAYING = 100
"""The maximum number of games in progress of an account."""

News = Mapping[str, Any]


class LobbyError(IsthmusError, ValueError):
    """The account may not do this now. The message says why."""


class Lobby:
    """Sends news to the accounts that are online, and settles their challenges.

    Create and use it inside one running event loop.
    """

    def __init__(self, accounts: AccountStore, open_games: OpenGames) -> None:
        self.accounts = accounts
        self._open_games = open_games
        self._queues: defaultdict[str, set[asyncio.Queue[News | None]]] = defaultdict(set)
        self._tasks: set[asyncio.Task[None]] = set()
        open_games.changes.append(self._changed)

    # Following -----------------------------------------------------------------------------------------------------
    async def follow(self, account: Account) -> AsyncGenerator[News, None]:
        """The news for an account: first its games in progress and its open challenges, then further news."""
        queue: asyncio.Queue[News | None] = asyncio.Queue(_MOST_UNHEARD)
        self._queues[account.id].add(queue)
        told: set[tuple[str, str]] = set()
        try:
            for game_id, _ in await asyncio.to_thread(self.accounts.playing, account):
                if (game := await self._readable(game_id)) and game.ready and ("gameStart", game_id) not in told:
                    told.add(("gameStart", game_id))
                    yield await self._start_message(game_id, game, account.id)
            for challenge in await asyncio.to_thread(self.accounts.open_challenges, account):
                told.add(("challenge", challenge.id))
                yield {"type": "challenge", "challenge": challenge_message(challenge)}
            while (news := await queue.get()) is not None:
                about = (news["type"], (news.get("game") or news["challenge"])["id"])
                if about not in told:  # it may have arrived while the current state was sent
                    told.add(about)
                    yield news
        finally:
            self._queues[account.id].discard(queue)
            if not self._queues[account.id]:
                del self._queues[account.id]

    def end_following(self) -> None:
        """End all streams, because the server is shutting down."""
        for queues in self._queues.values():
            for queue in queues:
                _put(queue, None)

    def _tell(self, account_id: str, news: News) -> None:
        for queue in self._queues.get(account_id, ()):
            _put(queue, news)

    def _tell_about(self, challenge: Challenge, kind: str) -> None:
        """Sends the news of a challenge to the accounts that it concerns."""
        news = {"type": kind, "challenge": challenge_message(challenge)}
        concerned = set(self._queues) if challenge.challenged is None else {challenge.challenged}
        for account_id in concerned | {challenge.challenger}:
            self._tell(account_id, news)

    # Games ---------------------------------------------------------------------------------------------------------
    async def check_playing(self, account: Account) -> None:
        """Raises LobbyError if an account has too many games in progress to begin another."""
        if await self._is_full(account):
            raise LobbyError(f"you have {MOST_PLAYING} games in progress; finish some first")

    async def _is_full(self, account: Account) -> bool:
        playing = {game_id for game_id, _ in await asyncio.to_thread(self.accounts.playing, account)}
        return len(playing) >= MOST_PLAYING

    def _changed(self, game_id: str, before: LiveGame, after: LiveGame) -> None:
        if after.ready and not before.ready:
            self._begin(self.started(game_id))
        if after.over and not before.over:
            self._begin(self._finished(game_id, after))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, StorageError):
            LOG.error("event=lobby-failed", exc_info=error)

    async def _readable(self, game_id: str) -> LiveGame | None:
        """A game, or None if its log cannot be read. One broken log must not hide the account's other games."""
        try:
            return await self._open_games.game(game_id)
        except (StorageError, UnreadableGameError):  # the server's log has it already
            return None

    async def started(self, game_id: str) -> None:
        """Tell the players of a game that it has started."""
        game = await self._open_games.game(game_id)
        for account_id in set((await asyncio.to_thread(self.accounts.players, game_id)).values()):
            if game.ready and account_id in self._queues:
                self._tell(account_id, await self._start_message(game_id, game, account_id))

    async def _finished(self, game_id: str, game: LiveGame) -> None:
        result = game.record.result
        facts = {
            "id": game_id,
            "game": str(game.record.game),
            "winner": None if game.winner is None else str(game.winner),
            "reason": result and result.reason,
        }
        for account_id in set((await asyncio.to_thread(self.accounts.players, game_id)).values()):
            self._tell(account_id, {"type": "gameFinish", "game": facts})

    async def _start_message(self, game_id: str, game: LiveGame, account_id: str) -> News:
        players = await asyncio.to_thread(self.accounts.players, game_id)
        mine = [seat for seat in Seat if players.get(seat) == account_id]
        theirs = game.holders[mine[0].other.value]
        facts = {
            "id": game_id,
            "game": str(game.record.game),
            "seats": [str(seat) for seat in mine],
            "opponent": {"kind": theirs.kind, "name": theirs.name, "level": theirs.level},
        }
        return {"type": "gameStart", "game": facts}

    # Challenges ----------------------------------------------------------------------------------------------------
    async def challenge(self, account: Account, to: str | None, game: str, seat: Seat, clock: str) -> Challenge:
        """Offer a game to the account named ``to``, or to everyone. Raises LobbyError or RulesError for a bad offer."""
        wanted = make_game(game)
        if clock not in CLOCKS:
            raise LobbyError(f"clock: found {quoted(clock)}, expected one of {', '.join(CLOCKS)}")
        challenged = None
        if to is not None:
            challenged = await asyncio.to_thread(self.accounts.named, to)
            if challenged is None:
                raise LobbyError("no account has this name")
            if challenged.id == account.id:
                raise LobbyError("you cannot challenge yourself")
        await self.check_playing(account)
        if await asyncio.to_thread(self.accounts.unanswered_count, account) >= _MOST_OFFERED:
            raise LobbyError(f"you have {_MOST_OFFERED} unanswered challenges; cancel some")
        made = await asyncio.to_thread(self.accounts.challenge, account, challenged, str(wanted), seat, clock)
        self._tell_about(made, "challenge")
        return made

    async def accept(self, account: Account, challenge_id: str) -> str:
        """Begin the offered game and return its id. Raises LobbyError if that is not possible."""
        challenge = await self._open_to(account, challenge_id)
        if challenge.challenger == account.id:
            raise LobbyError("you cannot accept your own challenge")
        await self.check_playing(account)
        challenger = await asyncio.to_thread(self.accounts.named, challenge.challenger)
        assert challenger is not None
        if await self._is_full(challenger):
            raise LobbyError(f"{challenger.name} has {MOST_PLAYING} games in progress; try again later")
        record = Record(make_game(challenge.game), clock=CLOCKS[challenge.clock])
        holders = Holder("person", challenger.name), Holder("person", account.name)
        if challenge.seat is Seat.SECOND:
            holders = holders[1], holders[0]
        opened = LiveGame.opened(record, holders, self._open_games.now())
        try:
            game_id = await asyncio.to_thread(self.accounts.accept, challenge, account, opened)
        except TakenError:
            raise LobbyError("this challenge is no longer open") from None
        await self.started(game_id)
        return game_id

    async def decline(self, account: Account, challenge_id: str) -> None:
        """Decline a challenge, or cancel one that the account made. Raises LobbyError if that is not possible."""
        challenge = await self._open_to(account, challenge_id)
        own = challenge.challenger == account.id
        if challenge.challenged is None and not own:
            raise LobbyError("this challenge is for everyone; there is no need to decline it")
        try:
            await asyncio.to_thread(self.accounts.settle, challenge, "cancelled" if own else "declined")
        except TakenError:
            raise LobbyError("this challenge is no longer open") from None
        self._tell_about(challenge, "challengeCanceled" if own else "challengeDeclined")

    async def _open_to(self, account: Account, challenge_id: str) -> Challenge:
        challenge = await asyncio.to_thread(self.accounts.challenge_of, challenge_id)
        if challenge is None or account.id not in (challenge.challenger, challenge.challenged or account.id):
            raise LobbyError("you have no such challenge")
        if challenge.state != "open":
            raise LobbyError("this challenge is no longer open")
        return challenge


def _put(queue: asyncio.Queue[News | None], news: News | None) -> None:
    """Send news to a reader. If the reader is too far behind, it only learns that the stream ends."""
    if queue.full():
        while not queue.empty():
            queue.get_nowait()
        news = None
    queue.put_nowait(news)


def challenge_message(challenge: Challenge) -> dict[str, Any]:
    """A challenge as programs see it. ``to`` is null for a challenge to everyone; ``seat`` is the challenger's."""
    return {
        "id": challenge.id,
        "from": challenge.challenger,
        "to": challenge.challenged,
        "game": challenge.game,
        "seat": str(challenge.seat),
        "clock": challenge.clock,
        "created": challenge.created,
    }
