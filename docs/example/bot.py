"""A bot in forty lines: python bot.py http://localhost:8010 "hex(size=5,pie=1)" level-1 plays a game at random."""

import json
import random
import sys
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def ask(url, body=None, token=""):
    """The JSON answer to a request: a GET, or a POST if there is a body."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urlopen(Request(url, body and json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def choose(game):
    """A turn, made of one random step after the other until the server calls it done."""
    made, here = [], ask(f"{game}/steps")
    while not here["done"]:
        made.append(random.choice(here["steps"]))
        here = ask(f"{game}/steps?" + urlencode({"made": made}, doseq=True))
    return "+".join(step for step in made if step != "stop")


def main(server, kind, opponent):
    """One game; prints who has won and why."""
    opened = ask(f"{server}/api/games", {"game": kind, "opponent": opponent, "name": "Example bot"})
    game, seat = f"{server}/api/games/{opened['id']}", "first"
    for news in map(json.loads, filter(bytes.strip, urlopen(f"{game}/stream"))):  # until the game is over
        state = news["state"]
        if state["seat"] == seat and state["number"] == news["event"]["number"]:
            ask(f"{game}/turns", {"turn": choose(game), "ply": state["ply"]}, opened["tokens"][seat])
    print(state["winner"], "wins:", state["reason"])


if __name__ == "__main__":
    main(*sys.argv[1:])
