"""A console stands beside a running station, or inside it: runs of one, each ended with its test."""

from tests.station.conftest import start as start
