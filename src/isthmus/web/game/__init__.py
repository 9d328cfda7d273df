"""A game that is played: its rules of order and time, who sits and watches, its pages."""
