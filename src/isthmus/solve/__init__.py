"""Proving results: the solver, its certificates, and the checker that follows them by the rules alone."""
