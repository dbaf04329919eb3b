"""A stream of events on which nothing happens."""


def test_a_quiet_stream_is_kept_open(quiet_stream):
    assert quiet_stream.answer.readline() == b":\n"
