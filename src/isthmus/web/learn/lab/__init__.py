"""The lab in the web app: finished reports, and what the inventors of the games claimed. It measures nothing itself."""
