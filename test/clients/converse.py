"""How a test speaks with a client: a call as a line of JSON, and what was read as a line of JSON."""

import json
import sys


class Refused(Exception):
    def __init__(self, status, body):
        super().__init__(f"{status} {body}")
        self.status = status
        self.body = body


def converse(client):
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = {"read": getattr(client, asked["call"])(**asked["with"])}
        except Refused as refused:
            answer = {"refused": {"status": refused.status, "body": refused.body}}
        except Exception as failure:
            answer = {"refused": {"status": 0, "body": repr(failure)}}
        print(json.dumps(answer), flush=True)
