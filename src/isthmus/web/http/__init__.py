"""Shared by all endpoints: guards, limits, headers, templates, refusals, the log."""
