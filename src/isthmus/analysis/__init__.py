"""Analysis for learning from games: judged turns, reviews of whole games, overlays, puzzles. It builds on the search.

>>> import isthmus
>>> from isthmus.analysis.overlays import overlay
>>> found = overlay(isthmus.game("hex", size=5).start(), "current")
>>> max(found.values, key=found.values.get)
'd2'
"""
