"""Calls of a PDS about its account: sessions, the handle, the DID document."""

from atproto_lexicons import matches
from bluesky_sessions import TokenError
from xrpc import Refused, only


class AccountCalls:
    """Part of FakeBluesky. Each call returns the JSON of its answer or raises Refused."""

    def _health(self, _call):
        return {"version": "0.4.219" if self.is_reference else "millipds v0.0.2"}

    def _describe_server(self, _call):
        return {"did": "did:web:pds.example", "availableUserDomains": [], "inviteCodeRequired": True}

    def _create_session(self, call):
        self._use(call, "sessions", 1, call.body["identifier"])
        identifier = call.body["identifier"].lower()
        known = identifier in (self.options.handle.lower(), self.options.did)
        if known and call.body["password"] == self.options.account_password and self.is_reference:
            raise Refused(401, "AuthFactorTokenRequired", "A sign in code has been sent to your email address")
        if not known or call.body["password"] != self.options.password or self.sessions.is_revoked:
            raise Refused(401, "AuthenticationRequired", "Invalid identifier or password")
        self._check_account(call.name)
        return self._session(self.sessions.create(self.now())) | {"email": "ada@example.com", "emailConfirmed": True}

    def _check_account(self, name):
        """A deactivated account can sign in and read, but not write; one that was taken down can do nothing."""
        if self.options.account == "takendown":
            raise Refused(401, "AccountTakedown", "Account has been taken down")
        if self.options.account == "deactivated" and name.startswith("com.atproto.repo."):
            raise Refused(401, "AccountDeactivated", "Account is deactivated")

    def _refresh_session(self, call):
        self._check_account(call.name)
        try:
            return self._session(self.sessions.rotate(call.token, self.now()))
        except TokenError as error:
            raise self._refused_token(error) from None

    def _delete_session(self, call):
        try:
            self.sessions.end(call.token)
        except TokenError as error:
            raise self._refused_token(error) from None
        return {}

    def _get_session(self, _call):
        return {"handle": self.options.handle, "did": self.options.did, "email": "ada@example.com",
                "emailConfirmed": True, "emailAuthFactor": False, "didDoc": self._did_document(),
                **self._status()}

    def _session(self, pair):
        return {"accessJwt": pair[0], "refreshJwt": pair[1], "handle": self.options.handle, "did": self.options.did,
                "didDoc": self._did_document(), **self._status()}

    def _status(self):
        is_active = self.options.account == "active"
        return {"active": is_active} | ({} if is_active else {"status": self.options.account})

    def _did_document(self):
        did = self.options.did
        return {
            "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
            "id": did, "alsoKnownAs": [f"at://{self.options.handle}"],
            "verificationMethod": [{"id": f"{did}#atproto", "type": "Multikey", "controller": did,
                                    "publicKeyMultibase": "zQ3shXjHeiBuRCKmM36cuYnm7YEMzhGnCmCyW92sRJ9pribSF"}],
            "service": [{"id": "#atproto_pds", "type": "AtprotoPersonalDataServer",
                         "serviceEndpoint": self.options.pds or self.base}],
        }

    def _resolve_handle(self, call):
        handle = only(call, "handle").lower()
        known = {self.options.handle.lower(): self.options.did, **self.options.handles}
        if not matches("handle", handle):
            raise Refused(400, "InvalidRequest", "Error: Params/handle must be a valid handle")
        if handle not in known:
            raise Refused(400, "InvalidRequest", "Unable to resolve handle")
        return {"did": known[handle]}

    def _describe_repo(self, call):
        self._find_repository(only(call, "repo"))
        return {"handle": self.options.handle, "did": self.options.did, "didDoc": self._did_document(),
                "collections": sorted({path.split("/")[0] for path in self.repository.paths()}),
                "handleIsCorrect": True}

    def _find_repository(self, repo, is_own=False):
        """Compares the account of a request with the only one here."""
        if repo.lower() not in (self.options.did, self.options.handle.lower()) or (
                is_own and not self.is_reference and repo != self.options.did):
            if is_own and repo.startswith("did:"):
                raise Refused(401, "AuthenticationRequired", "Authentication Required")
            raise Refused(400, "InvalidRequest", f"Could not find repo: {repo}")
