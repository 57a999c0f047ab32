"""Mending: the fixes that rules propose, in terms of a finding and the file it is in.

A rule knows what was meant and whether that is certain; here stands how it is written down. Every function gives a `Fix`, or `None` where
the file as it stands does not let it be done for certain. Whoever applies a fix proves it first (`remit.fixing`).
"""
