"""Trains nets: plays games of self-play, fits in JAX, quantises, and tests whether a net is good enough for the engine.

Training is a face, like the command line and the web app. It needs ``isthmus[train]``. If that is missing,
``isthmus.learn.extra`` raises an error that says so.
"""
