"""Calculation by ranks alone: kernels and the small drivers around them.

Ranks count from 0 here; a foundation's height is how many cards lie on it, its start included.
"""
