"""The page's own files: addressed by their content, packed, and kept by the browser for good."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response, request

STATIC = Path(__file__).resolve().parents[1] / "static"
WORTH_PACKING = 1000
"""Bytes below which packing gains nothing."""
PACKED_TYPES = ("text/", "application/json", "application/javascript", "image/svg+xml")
A_YEAR_S = 31_536_000


def asset(name: str) -> str:
    """The address of a file in ``static/``; it changes when the file does."""
    return f"/static/{name}?v={_digest(name)}"


@cache
def _digest(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


@cache
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, 9)


def pack(app: Flask) -> None:
    """Compresses what is text, when the browser takes it, and lets it keep the files under ``static/``."""

    def packed(response: Response) -> Response:
        if request.endpoint == "static" and request.args.get("v"):
            response.headers["Cache-Control"] = f"public, max-age={A_YEAR_S}, immutable"
        if not _may_pack(response):
            return response
        response.direct_passthrough = False
        content = response.get_data()
        if len(content) >= WORTH_PACKING:
            is_kept = request.endpoint == "static"
            response.set_data(_packed(content) if is_kept else gzip.compress(content, 5))
            response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
        return response

    app.after_request(packed)


def _may_pack(response: Response) -> bool:
    mimetype = response.mimetype or ""
    return (
        response.status_code == 200
        and mimetype != "text/event-stream"
        and mimetype.startswith(PACKED_TYPES)
        and request.accept_encodings["gzip"] > 0
        and "Content-Encoding" not in response.headers
    )
