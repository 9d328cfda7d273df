"""Proving results: the solver, its certificates, and the checker that verifies them with the rules alone."""
