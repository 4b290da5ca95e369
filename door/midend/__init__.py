"""The one door around any game: everything a caller meets there that is not the board itself."""
