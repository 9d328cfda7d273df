"""Boards: fields, names, neighbours, drawing positions and symmetries. No stones, no rules."""
