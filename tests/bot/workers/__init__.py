"""Tests of the solver processes."""
