"""PodAdmin of Toulouse, made from Téléverseur: what a superuser does to accounts, groups and many videos."""

from converse import converse
from televerseur import Televerseur


class PodAdmin(Televerseur):
    def resources(self):
        return self.get("/")

    def owners(self):
        """By the address of the account, since groups name their members as owners."""
        return {owner["user"].rstrip("/"): owner["url"] for owner in self.all("/owners/")}

    def probe_groups(self):
        """Asks for the groups with the ids from 1 to 80, one after the other, and passes over what is not there."""
        found = {}
        for number in range(1, 81):
            response = self.session.get(
                f"{self.rest}/accessgroups/{number}/", headers={"Accept": "application/json"}, timeout=15
            )
            found.setdefault(str(response.status_code), []).append(number)
        return found

    def create_group(self, code_name, display_name, sites, users):
        body = {"code_name": code_name, "display_name": display_name, "sites": sites, "users": users}
        return self.post("/accessgroups/", json=body)

    def check_encodings(self):
        """What its tab of encodings says of each video: the flags beside the rows that there are."""
        rows = {}
        for kind in ("video", "audio"):
            for row in self.all(f"/encodings_{kind}/"):
                rows.setdefault(row["video"].rstrip("/").rsplit("/", 1)[-1], {}).setdefault(kind, []).append(row["name"])
        resolutions = sorted(row["resolution"] for row in self.all("/renditions/"))
        videos = {}
        for video in self.all("/videos/"):
            produced = rows.get(str(video["id"]), {})
            videos[video["slug"]] = {
                "encoded": video["encoded"],
                "encoding_in_progress": video["encoding_in_progress"],
                "step": video["get_encoding_step"],
                "video": sorted(set(produced.get("video", []))),
                "audio": sorted(set(produced.get("audio", []))),
            }
        return {"resolutions": resolutions, "videos": videos}


converse(PodAdmin())
