"""Text that is dear to whoever compares it under canonical equivalence."""


def marks(bytes):
    """Text of combining marks in alternating order, so many bytes of it."""
    return "\u0301\u0323" * (bytes // 4)
