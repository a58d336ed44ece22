"""The files of an account: temporary until a record refers to them, and removed with the last such record."""

import content_ids

SNIFFED = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF", "image/gif"),
           (b"%PDF", "application/pdf"))
BRANDS = {b"avif": "image/avif", b"heic": "image/heic", b"isom": "video/mp4", b"mp42": "video/mp4"}


class BlobError(Exception):
    """A record refers to a file in a way that a PDS refuses; the error's name and its message."""


class Blobs:
    """What is known of each file. `entries`: CID -> {mimeType, size, temporary, at, records: [path]}."""

    def __init__(self):
        self.entries = {}

    def upload(self, data, kind, now, seconds):
        """Stores a file; returns its CID. One that is there keeps its type."""
        self._forget_old(now, seconds)
        cid = content_ids.cid_of_blob(data)
        known = self.entries.get(cid)
        if known is None:
            self.entries[cid] = {"mimeType": kind, "size": len(data), "temporary": True, "at": now, "records": []}
        elif known["temporary"]:
            known["at"] = now
        return cid

    def check(self, writes, now, seconds):
        """Raises BlobError if a write refers to a file that is not there or that differs.

        As in a PDS, type and size are compared only as long as the file is temporary. An older file is removed then.
        """
        self._forget_old(now, seconds)
        for write in writes:
            for blob in write.blobs:
                cid = blob["ref"]["$link"]
                known = self.entries.get(cid)
                if known is None:
                    raise BlobError("BlobNotFound", f"Could not find blob: {cid}")
                if not known["temporary"]:
                    continue
                for error, name, field in (("InvalidMimeType", "Mimetype", "mimeType"),
                                           ("InvalidSize", "Size", "size")):
                    if blob[field] != known[field]:
                        raise BlobError(error, f"Referenced {name} does not match stored blob. Expected: "
                                               f"{known[field]}, Got: {blob[field]}")

    def settle(self, writes):
        """Keeps the files of the writes for good, and removes those to which no record refers any longer."""
        for write in writes:
            changed = [entry for entry in self.entries.values() if write.path in entry["records"]]
            if write.action != "create":
                for entry in changed:
                    entry["records"].remove(write.path)
            for blob in write.blobs:
                entry = self.entries[blob["ref"]["$link"]]
                entry["temporary"] = False
                if write.path not in entry["records"]:
                    entry["records"].append(write.path)
        self.entries = {cid: entry for cid, entry in self.entries.items() if entry["temporary"] or entry["records"]}

    def _forget_old(self, now, seconds):
        self.entries = {cid: entry for cid, entry in self.entries.items()
                        if not entry["temporary"] or now < entry["at"] + seconds}


def sniffed(data):
    """The type that the first bytes show, or None."""
    if data[:8] == SNIFFED[0][0] and 0 <= data.find(b"acTL") < data.find(b"IDAT"):
        return "image/apng"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp":
        return BRANDS.get(data[8:12])
    return next((kind for head, kind in SNIFFED if data.startswith(head)), None)


def blobs_in(value):
    """All references to files in a record, at any depth."""
    if isinstance(value, dict):
        if value.get("$type") == "blob":
            return [value]
        return [blob for one in value.values() for blob in blobs_in(one)]
    return [blob for one in value for blob in blobs_in(one)] if isinstance(value, list) else []
