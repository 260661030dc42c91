"""Verifies deliveries of the Canonical Anime Catalog. Python 3.9 or newer, standard library alone."""

import hashlib
import hmac
import re
import time
from typing import Optional, Sequence

TOLERANCE = 300  # seconds that a timestamp may be off


def verify_signature(
    secrets: Sequence[str],
    timestamp: Optional[str],
    signature: Optional[str],
    body: bytes,
    now: Optional[float] = None,
) -> bool:
    """Whether a delivery comes from the catalogue and is fresh. Answer 401 when it does not, and read nothing of the body.

    secrets: those that may have signed: one, or during a rotation the old and the new. Each is the whole text, whsec_...
    timestamp, signature: the headers Service-Timestamp and Service-Signature; None when missing.
    body: the bytes as they came.
    """
    if timestamp is None or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if signature is None or not re.fullmatch(r"v1=[0-9a-f]{64}", signature):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        return False
    signed = timestamp.encode("ascii") + b"." + body
    expected = [hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).hexdigest() for secret in secrets]
    return any([hmac.compare_digest(one, signature[3:]) for one in expected])
