"""A terminal without a screen: bytes become cells, for programs and for art."""
