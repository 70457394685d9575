"""What the tests of games over a network share: the program as a process, and a peer scripted here."""

import hashlib
import re
import secrets
import socket
import subprocess
import sys

PROGRAM = sys.argv.pop(1)
SMALL = ["--board", "4x4", "--fleet", "Boat:2", "--first", "a"]
CELLS = [column + row for row in "1234" for column in "ABCD"]
FINE, RUNTIME, USAGE, PEER, INTERRUPTED = 0, 1, 2, 3, 130


def digest(text):
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()


class Process:
    """The program, as host or joining."""

    def __init__(self, *options):
        self.process = subprocess.Popen([PROGRAM, *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.seen = ""

    def port(self):
        self.seen = self.process.stderr.readline()
        return int(re.fullmatch(r"waiting on port (\d+)\n", self.seen)[1])

    def finish(self):
        """Its exit code, record and messages; it must end by itself."""
        try:
            out, messages = self.process.communicate(timeout=60)
        finally:
            self.process.kill()
        return self.process.returncode, out, messages


PRIME = 2**255 - 19


def scalar_multiple(scalar, point):
    """X25519, as in RFC 7748: the product of two numbers of 32 bytes."""
    k = int.from_bytes(scalar, "little") & ~7 & ~(1 << 255) | 1 << 254
    u = int.from_bytes(point, "little") & ~(1 << 255)
    x2, z2, x3, z3, swap = 1, 0, u, 1, 0
    for bit in reversed(range(255)):
        if swap != k >> bit & 1:
            x2, z2, x3, z3, swap = x3, z3, x2, z2, k >> bit & 1
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        x3, z3 = (d * a + c * b)**2 % PRIME, u * (d * a - c * b)**2 % PRIME
        e = a * a - b * b
        x2, z2 = a * a * b * b % PRIME, e * (a * a + 121665 * e) % PRIME
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, PRIME - 2, PRIME) % PRIME).to_bytes(32, "little")


class Peer:
    """The protocol, honestly, on the small board. Tests override what they falsify."""

    side, other, name = "b", "a", "Scripted Peer"
    help = "no"
    fleet = "B2 right"
    ships = ["B2", "C2"]
    known = None  # what the program says again on every connection: its commitment

    def __init__(self, connection):
        self.use(connection)
        self.hits = 0
        self.key = secrets.token_bytes(32)
        self.share = f"{self.side} {secrets.token_hex(32)}"

    def use(self, connection):
        connection.settimeout(20)
        self.connection = connection
        self.lines = connection.makefile("r", newline="\n")

    def leave(self):
        self.connection.shutdown(socket.SHUT_RDWR)
        self.lines.close()
        self.connection.close()

    def send(self, line):
        self.connection.sendall(line.encode() + b"\n")

    def receive(self, word):
        line = self.lines.readline()
        while line in ("ping\n", self.known):
            line = self.lines.readline()
        if line.split(" ")[0].strip() != word:
            raise ConnectionError(f"expected {word}, not {line}")
        return line[len(word) + 1:].strip()

    def record(self, word):
        self.receive(word)
        return "".join(iter(self.lines.readline, "end\n"))

    def committed(self):
        return f"{self.rules}x-nonce {secrets.token_hex(32)}\nb ship Boat {self.fleet}\n"

    def greet(self):
        self.receive("battleship-network")
        self.send("battleship-network 4")
        self.send(f"join {scalar_multiple(self.key, (9).to_bytes(32, 'little')).hex()} {self.name}")
        theirs = self.receive("welcome").split(" ")[0]
        product = scalar_multiple(self.key, bytes.fromhex(theirs))
        self.shared = hashlib.blake2b(product, digest_size=32).digest()

    def agree(self):
        self.rules = self.record("rules")
        self.heard_help = self.receive("help")
        self.send("help " + self.help)
        self.receive("seed-commitment")
        self.send("seed-commitment " + digest(self.share))
        self.game = digest(f"{self.receive('seed')}\n{self.share}\n")
        self.send("seed " + self.opened())
        self.receive("accept")
        self.send("accept")
        self.commit()

    def commit(self):
        self.secret = self.committed()
        self.known = f"fleet-commitment {self.receive('fleet-commitment')}\n"
        self.send("fleet-commitment " + digest(self.secret))

    def opened(self):
        return self.share

    def report(self, cell):
        if cell not in self.ships:
            return cell + " miss"
        self.hits += 1
        return cell + (" sunk 2" if self.hits == 2 else " hit")

    def shot(self, number):
        return CELLS[number]

    def turn(self, number):
        """A shot of each side; returns whether the game goes on."""
        self.send("report " + self.report(self.receive("fire")))
        if self.hits == 2:
            return False
        self.send("fire " + self.shot(number))
        return "sunk" not in self.receive("report")

    def revealed(self):
        return self.secret

    def reveal(self):
        self.record("reveal")
        self.send("reveal\n" + self.revealed() + "end")
        self.receive("bye")
        self.send("bye")

    def play(self):
        self.greet()
        self.agree()
        number = 0
        while self.turn(number):
            number += 1
        self.reveal()


