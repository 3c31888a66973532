"""Téléverseur and PodAdmin of Toulouse: one session of requests, multipart streamed by its toolbelt, links looked at.

A link is followed only when it is https and names the very host and port of the platform.
"""

import hashlib
import os
import re
from urllib.parse import urlsplit

import requests
from requests_toolbelt.multipart.encoder import MultipartEncoder, MultipartEncoderMonitor

from converse import Refused, converse

asks_for_json = {"Accept": "application/json"}
upload_timeout = (30, 600)
hidden_token = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class Televerseur:
    def __init__(self):
        self.base = os.environ["BASE_URL"].rstrip("/")
        self.rest = f"{self.base}/rest"
        self.session = requests.Session()
        self.session.headers.update({"Authorization": "Token " + os.environ["TOKEN"]})

    # How it calls.

    def address(self, address):
        parts = urlsplit(address)
        if not (parts.scheme or parts.netloc):
            return self.rest + address
        if parts.scheme != "https" or parts.netloc.lower() != urlsplit(self.base).netloc.lower():
            raise Refused(0, f"not a link of the platform: {address}")
        return address

    def answer(self, response):
        if response.status_code >= 400:
            raise Refused(response.status_code, response.text)
        return response.json() if response.text else None

    def get(self, address, params=None):
        return self.answer(self.session.get(self.address(address), params=params, headers=asks_for_json, timeout=30))

    def post(self, address, json=None, data=None):
        return self.answer(
            self.session.post(self.address(address), json=json, data=data, headers=asks_for_json, timeout=30)
        )

    def patch(self, address, json=None):
        return self.answer(self.session.patch(self.address(address), json=json, headers=asks_for_json, timeout=30))

    def delete(self, address):
        response = self.session.delete(self.address(address), headers=asks_for_json, timeout=30)
        self.answer(response)
        return response.status_code

    def all(self, address, **params):
        """Every page of a list, by the links of the platform."""
        found = []
        url, params = self.address(address), {"limit": 100, **params}
        while url:
            page = self.answer(self.session.get(url, params=params, headers=asks_for_json, timeout=30))
            found.extend(page["results"])
            url, params = page["next"] and self.address(page["next"]), None
        return found

    def options(self, address):
        response = self.session.options(self.address(address), headers=asks_for_json, timeout=20)
        fields = self.answer(response).get("actions", {}).get("POST", {})
        required = [name for name, field in fields.items() if field.get("required")]
        return {"allow": response.headers.get("Allow", ""), "required": required}

    # What it does.

    def count_videos(self):
        return self.get("/videos/", {"limit": 1})["count"]

    def search_users(self, words):
        return self.get("/users/", {"search": words, "limit": 25})["results"]

    def user_named(self, username):
        found = self.get("/users/", {"username": username.lower(), "limit": 5})["results"]
        exact = [user for user in found if user["username"].lower() == username.lower()]
        return exact[0] if len(exact) == 1 else None

    def whoami(self):
        accounts = self.get("/users/", {"limit": 2})
        return accounts["results"][0] if accounts["count"] == 1 else None

    def upload(self, path, owner, type, title, description="", additional_owners=(), sites=(), is_draft=True):
        fields = [
            ("owner", owner),
            ("type", type),
            ("title", title[:250]),
            ("main_lang", "fr"),
            ("cursus", "0"),
            ("is_draft", "true" if is_draft else "false"),
        ]
        if description:
            fields.append(("description", description))
        fields += [("additional_owners", url) for url in additional_owners]
        fields += [("sites", url) for url in sites]
        return self.answer(self.stream("POST", f"{self.rest}/videos/", path, fields))

    def replace_file(self, video, path):
        return self.answer(self.stream("PATCH", self.address(video), path, []))

    def stream(self, method, url, path, fields):
        with open(path, "rb") as file:
            encoder = MultipartEncoder(fields=[*fields, ("video", (os.path.basename(path), file, "application/octet-stream"))])
            monitor = MultipartEncoderMonitor(encoder, lambda _: None)
            headers = {"Content-Type": monitor.content_type}
            return self.session.request(method, url, data=monitor, headers=headers, timeout=upload_timeout)

    # By way of the pages, for what is large.

    def sign_in(self, username, password):
        """A session of its own: the token of the API is not sent to the pages."""
        self.pages = requests.Session()
        login = f"{self.base}/accounts/login/"
        found = hidden_token.search(self.pages.get(login, timeout=30).text)
        data = {"username": username, "password": password, "csrfmiddlewaretoken": found.group(1), "next": "/"}
        response = self.pages.post(login, data=data, headers={"Referer": login}, timeout=30)
        if "sessionid" not in self.pages.cookies:
            raise Refused(response.status_code, "not signed in")
        return response.status_code

    def upload_in_parts(self, path, slug="", md5=None, repeated=False, part_size=2 * 1024 * 1024):
        size = os.path.getsize(path)
        sum, upload_id, offset = hashlib.md5(), None, 0
        with open(path, "rb") as file:
            while offset < size:
                part = file.read(part_size)
                sum.update(part)
                answer = self.send_part(path, part, upload_id, offset, size)
                if repeated:
                    answer = self.send_part(path, part, answer["upload_id"], offset, size)
                upload_id, offset = answer["upload_id"], answer["offset"]
        data = {
            **self.token(),
            "upload_id": upload_id,
            "md5": md5 or sum.hexdigest(),
            "slug": slug,
            "transcript": "",
        }
        address = f"{self.base}/video/api/chunked_upload_complete/"
        return self.answer(self.pages.post(address, data=data, headers={"Referer": self.base}, timeout=upload_timeout))

    def send_part(self, path, part, upload_id, offset, size):
        data = {**self.token(), **({"upload_id": upload_id} if upload_id else {})}
        headers = {
            "Content-Range": f"bytes {offset}-{offset + len(part) - 1}/{size}",
            "Referer": self.base,
        }
        files = {"the_file": (os.path.basename(path), part, "application/octet-stream")}
        address = f"{self.base}/video/api/chunked_upload/"
        return self.answer(self.pages.post(address, data=data, files=files, headers=headers, timeout=upload_timeout))

    def token(self):
        return {"csrfmiddlewaretoken": self.pages.cookies["csrftoken"]}

    def encode(self, slug):
        return self.get("/launch_encode_view/", {"slug": slug})

    def video_with_slug(self, slug):
        for params in ({"slug": slug, "limit": 20}, {"search": slug, "limit": 20}):
            for video in self.get("/videos/", params)["results"]:
                if video["slug"] == slug:
                    return video
        return None

    def add_contributor(self, video, name, email="", role="author", weblink=""):
        data = {"video": video, "name": name, "email_address": email, "role": role, "weblink": weblink}
        return self.answer(self.session.post(f"{self.rest}/contributors/", data=data, timeout=30))

    def contributors(self, video):
        return self.get("/contributors/", {"video": video})["results"]

    def tracks(self, video):
        """Reads them all, and looks for those of the video itself."""
        return [track for track in self.all("/tracks/") if track["video"] == video]

    def add_subtitles(self, video, lang, text):
        """The folder of the video, the file in it, and the track that names the file."""
        folder = self.folder(video["slug"], video["owner"])
        name = f"subtitle_{lang}_20260131-120000"
        kept = self.answer(
            self.session.post(
                f"{self.rest}/files/",
                data={"folder": folder, "name": name, "created_by": video["owner"]},
                files={"file": (name + ".vtt", text.encode(), "text/vtt")},
                headers=asks_for_json,
                timeout=120,
            )
        )
        track = {"video": video["url"], "lang": lang, "kind": "subtitles", "src": kept["url"]}
        return self.post("/tracks/", json=track)

    def folder(self, name, owner):
        for folder in self.all("/folders/"):
            if folder["name"] == name and folder["owner"] == owner:
                return folder["url"]
        return self.post("/folders/", json={"name": name, "owner": owner})["url"]


if __name__ == "__main__":
    converse(Televerseur())
