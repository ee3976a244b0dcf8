"""Kept finds: what was found in the looks of a deal, in one small file, so that it is followed again in
seconds, without pictures and without networks (docs/formats.md)."""
