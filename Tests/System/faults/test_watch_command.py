"""`lockstep watch` behind a proxy that lies about what it is sent."""

import subprocess

from actions import insert
from client import Client
from lying_proxy import Liar, LyingProxy, Miscounting


def test_a_broken_count_rule_is_told_with_its_six_numbers_and_the_list_read_again(spawn):
    server = spawn().start()
    server.make({"s": "a b"}, list_id="counted")
    writer = Client(server.ws())
    writer.open("counted")
    with LyingProxy(server.port, Miscounting()) as proxy:
        watch = subprocess.Popen(
            [str(server.binary), "watch", "counted", "--url", f"http://127.0.0.1:{proxy.port}"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            assert "2 rows, revision 0" in watch.stdout.readline()
            for _ in range(Liar.HONEST):
                writer.edit("counted", insert())
            notified = watch.stderr.readline()
            assert ("section s: 11 rows before - 0 deleted + 1 inserted + 0 moved in - 0 moved out is not 13 rows"
                    in notified)
            while "12 rows, revision 10" not in (line := watch.stdout.readline()):
                assert line
        finally:
            watch.kill()
            watch.communicate()
    writer.leave()
