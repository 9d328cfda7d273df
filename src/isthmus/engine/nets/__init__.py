"""The nets that come with the package: ``GAME.net`` files, and the catalogue of them."""
