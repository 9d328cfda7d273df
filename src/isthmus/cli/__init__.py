"""The terminal face: commands that talk to people. Nothing else in Isthmus prints or exits."""
