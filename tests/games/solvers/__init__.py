"""Solvers against brute force and known verdicts."""
