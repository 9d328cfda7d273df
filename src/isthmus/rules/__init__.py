"""The rules layer: sides, seats, steps, turns, the Game protocol, Position, the pie rule, notation."""
