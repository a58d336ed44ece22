"""WriteFreely's users, their passwords, tokens and blogs, and who may read what."""

import urllib.parse
import uuid

from writefreely_requests import Refused, decoded, is_json
from writefreely_slugs import slug

PAUSE = 3   # seconds between two logins of one user
NO_SUCH_BLOG = (404, "Collection doesn't exist.")
KEPT = 4    # seconds for which a user's own list of posts is kept


class Accounts:
    """`tokens` maps each token that is valid to its user; they do not expire by themselves."""

    def __init__(self, options):
        self._options = options
        self.tokens = {options.token: options.user}
        if not options.single_user:
            self.tokens[options.other_token] = "eve"
        self._owners = {options.alias: options.user} | ({} if options.single_user else {"eve": "eve"})
        self._tries, self._lists = {}, {}   # both are lost when the server ends

    def recall(self, entry):
        if entry["entry"] == "token":
            self.tokens[entry["token"]] = entry["user"]
        else:
            self.tokens.pop(entry["token"], None)

    @staticmethod
    def token(request):
        """The token of a request, with or without the word Token before it; None for what is no UUID."""
        words = (request.header("Authorization") or "").split()
        text = words[1] if len(words) == 2 and words[0] == "Token" else request.header("Authorization") or ""
        try:
            return str(uuid.UUID(text))
        except ValueError:
            return None

    def user(self, request):
        return self.tokens.get(self.token(request))

    def needed(self, request):
        """The user, or the refusal of routes that need one."""
        if not request.header("Authorization"):
            raise Refused(400, "Authorization token required.")
        user = self.user(request)
        if user is None:
            raise Refused(401, "Invalid access token.")
        return user

    def check(self, request, now):
        """The user of a login. A second try within seconds is refused, even after a success."""
        if self._options.no_passwords:
            raise Refused(403, "Password authentication is disabled.")
        if is_json(request):
            fields = decoded(request)
        else:
            fields = dict(urllib.parse.parse_qsl(request.raw_body.decode("utf-8", "replace")))
        alias, password = fields.get("alias") or "", fields.get("pass") or ""
        if not isinstance(alias, str) or not isinstance(password, str):
            raise Refused(400, "Expected valid JSON object.")
        for name, value in (("alias", alias), ("pass", password)):
            if not value:
                raise Refused(400, f"Parameter `{name}` required.")
        self._check_pause(alias, now)
        if self._options.user not in (alias, slug(alias)):
            raise Refused(404, "Please enter your username instead of your email address." if "@" in alias[1:] else
                          "User doesn't exist.")
        if password != self._options.password:
            raise Refused(401, "Incorrect password.")
        return self._options.user

    def _check_pause(self, alias, now):
        until = self._tries.pop(alias, None)
        if until is None:
            self._tries[alias] = now + PAUSE
        elif until > now:
            self._tries[alias] = until
            raise Refused(429, "You're doing that too much.")

    # Reading

    def owner(self, alias):
        """The user of a blog."""
        if alias not in self._owners:
            raise Refused(*NO_SUCH_BLOG)
        return self._owners[alias]

    def blogs_of(self, user):
        return [alias for alias, owner in self._owners.items() if owner == user]

    def is_private(self, alias):
        return alias == self._options.alias and self._options.visibility == "private"

    def is_silenced(self, user):
        return self._options.silenced and user == self._options.user

    def check_instance(self, request):
        """Refuses a visitor of a private instance."""
        if self._options.private:
            if not request.header("Authorization"):
                raise Refused(401, "Not logged in.")
            self.needed(request)

    def check_blog(self, request, alias):
        """Refuses a reader; a wrong token makes a visitor. Returns whether the reader owns the blog."""
        is_owner = self.user(request) == self._owners[alias]
        if self.is_private(alias) and not is_owner:
            raise Refused(*NO_SUCH_BLOG)
        if alias == self._options.alias and self._options.visibility == "protected":
            raise Refused(401, "You don't have permission to access this collection.")
        return is_owner

    def kept_for_a_while(self, user, now, make):
        """A list as it was at its first request; made again when it is some seconds old."""
        until, found = self._lists.get(user, (0, None))
        if until < now:
            until, found = now + KEPT, make()
            self._lists[user] = until, found
        return found
