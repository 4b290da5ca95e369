"""The door around any game: everything a caller meets there except the board itself."""
