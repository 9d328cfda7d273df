"""Training nets: games of self-play, fitting in JAX, quantising, and the test that admits a net.

A face beside the command line and the web app. It needs ``isthmus[train]``; ``isthmus.learn.extra`` says so where that
is missing.
"""
