"""The web app: play, watch and study in a browser, from one process; see docs/design/0011-web.md."""
