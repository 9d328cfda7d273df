"""The terminal front end: the commands. Nothing else in Isthmus prints or exits."""
