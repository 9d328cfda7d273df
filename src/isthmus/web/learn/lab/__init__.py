"""The lab in the web app: finished reports, and the claims of the games' inventors. It measures nothing itself."""
