"""A bot in forty lines: python bot.py http://localhost:8010 Randolph "hex(size=5,pie=1)" level-1 plays at random."""

import json
import random
import sys
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def main(server, name, kind, opponent):
    """Opens an account and a game, listens for what happens to the account, and plays until its game is over."""
    token = next(ask(f"{server}/api/account", "", {"name": name}))["token"]
    next(ask(f"{server}/api/games", token, {"game": kind, "opponent": opponent}))
    for news in ask(f"{server}/api/stream/event", token):
        if news["type"] == "gameStart":
            play(f"{server}/api/games/{news['game']['id']}", news["game"]["seats"], token)
        elif news["type"] == "gameFinish":
            print(news["game"]["winner"], "wins:", news["game"]["reason"])
            break


def play(game, seats, token):
    """Plays one game, in which the bot has these seats: a turn of random steps until the server calls it done."""
    for news in ask(f"{game}/stream", token):
        state, made = news.get("state"), []
        if state and state["seat"] in seats:
            while not (here := next(ask(f"{game}/steps?{urlencode({'made': made}, doseq=True)}", token)))["done"]:
                made.append(random.choice(here["steps"]))
            next(ask(f"{game}/turns", token, {"turn": "+".join(made).removesuffix("+stop"), "ply": state["ply"]}))


def ask(url, token, body=None):
    """The lines of JSON of an answer, as they come; most have one. A POST if there is a body."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urlopen(Request(url, body and json.dumps(body).encode(), headers)) as answer:
        yield from map(json.loads, filter(bytes.strip, answer))  # an empty line only keeps the connection open


if __name__ == "__main__":
    main(*sys.argv[1:])
