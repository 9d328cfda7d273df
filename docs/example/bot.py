"""A bot in 40 lines that plays at random: python bot.py http://localhost:8010 Randolph "hex(size=5,pie=1)" level-1"""

import json
import random
import sys
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def main(server, name, kind, opponent):
    """Opens an account and a game, listens to the account's events, and plays until its game is over."""
    token = next(ask(f"{server}/api/account", "", {"name": name}))["token"]
    next(ask(f"{server}/api/games", token, {"game": kind, "opponent": opponent}))
    for news in ask(f"{server}/api/stream/event", token):
        if news["type"] == "gameStart":
            play(f"{server}/api/games/{news['game']['id']}", news["game"]["seats"], token)
        elif news["type"] == "gameFinish":
            print(news["game"]["winner"], "wins:", news["game"]["reason"])
            break


def play(game, seats, token):
    """Plays one game with these seats. Each turn adds random steps until the server says that it is complete."""
    for news in ask(f"{game}/stream", token):
        state, made = news.get("state"), []
        if state and state["seat"] in seats:
            while not (here := next(ask(f"{game}/steps?{urlencode({'made': made}, doseq=True)}", token)))["done"]:
                made.append(random.choice(here["steps"]))
            next(ask(f"{game}/turns", token, {"turn": "+".join(made).removesuffix("+stop"), "ply": state["ply"]}))


def ask(url, token, body=None):
    """The JSON lines of an answer, as they arrive; most answers have one. With a body, the request is a POST."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urlopen(Request(url, body and json.dumps(body).encode(), headers)) as answer:
        yield from map(json.loads, filter(bytes.strip, answer))  # an empty line only keeps the connection open


if __name__ == "__main__":
    main(*sys.argv[1:])
