"""The terminal front end: the commands. No other part of Isthmus prints or exits."""
