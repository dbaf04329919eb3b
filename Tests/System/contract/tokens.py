"""Tokens made by hand, so that the server's own way of making them is not trusted."""

import base64
import hashlib
import hmac
import json
import time

SECRET = "a secret for tests, that is long enough".replace(" ", "-")


def encoded(data):
    """Base64 for URLs without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def token(lists, user="ana", secret=SECRET, life=600, header=None, **claims):
    """A token signed with HS256; a claim given as `None` is left out."""
    head = {"alg": "HS256", "typ": "JWT", **(header or {})}
    body = {"sub": user, "exp": time.time() + life, "lists": lists, **claims}
    body = {name: value for name, value in body.items() if value is not None}
    signed = ".".join(encoded(json.dumps(part).encode()) for part in (head, body))
    digest = hmac.new(secret.encode(), signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{encoded(digest)}"


def short_lived(use):
    """What `use` makes of a token's life in seconds: short, so that its end is seen, yet long enough to be used."""
    return next(found for life in (0.5, 2, 8, 32) if (found := use(life)))


def bearer(text):
    """The header that carries a token."""
    return {"Authorization": f"Bearer {text}"}
