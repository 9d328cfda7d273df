"""What every request meets, whoever answers it: guards, limits, headers, templates, refusals, the log."""
