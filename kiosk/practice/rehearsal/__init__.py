"""The lesson beside a rehearsal: it follows what two players do at the station's own screens. Pure."""
