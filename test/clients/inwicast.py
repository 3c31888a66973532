"""The importer of Inwicast Mediacenter: requests without a session, the whole file in memory, a part without a name."""

import os

import requests

from converse import converse

base = os.environ["BASE_URL"]
headers = {"Authorization": "Token " + os.environ["TOKEN"]}


class Importer:
    def usernames_of_cas(self):
        """Looks at the first page of both lists alone, and joins them by the address of the account."""
        users = requests.get(f"{base}/rest/users/", headers=headers).json()["results"]
        owners = requests.get(f"{base}/rest/owners/", headers=headers).json()["results"]
        cas = [owner["user"] for owner in owners if owner["auth_type"] == "CAS"]
        return {user["username"]: user["id"] for user in users if user["url"] in cas}

    def upload(self, path, owner_id, type_id, site_id, title, optional):
        with open(path, "rb") as file:
            content = file.read()
        answer = requests.post(
            f"{base}/rest/videos/",
            headers=headers,
            data={
                "owner": f"{base}/rest/users/{owner_id}/",
                "type": f"{base}/rest/types/{type_id}/",
                "sites": f"{base}/rest/sites/{site_id}/",
                "title": title,
                **optional,
            },
            # requests names a part after its member when it is given bytes: the file is called `video`.
            files={"video": content},
        )
        return answer.json()["slug"]

    def encode(self, slug):
        return requests.get(f"{base}/rest/launch_encode_view/", params={"slug": slug}, headers=headers).status_code


converse(Importer())
