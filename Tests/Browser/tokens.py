"""Tokens of users, signed by hand."""

import base64
import hashlib
import hmac
import json
import time

SECRET = "browser-tests-secret-of-forty-characters"


def encoded(data):
    """Bytes as tokens have them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def token(user="ana", secret=SECRET, **lists):
    """A token for `user`, who may edit every list, or what `lists` say."""
    body = {"sub": user, "name": user.title(), "exp": time.time() + 600,
            "lists": lists or {"*": "editor"}}
    signed = ".".join(encoded(json.dumps(part).encode()) for part in ({"alg": "HS256"}, body))
    made = hmac.new(secret.encode(), signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{encoded(made)}"
