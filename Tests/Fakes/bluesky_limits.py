"""Rate limits in fixed windows that begin with the first request, as a PDS counts them, and their headers."""

from http_bytes import Reply

FIVE_MINUTES, HOUR, DAY = 300, 3600, 86400
# https://docs.bsky.app/docs/advanced-guides/rate-limits: name -> (points, seconds).
WINDOWS = {
    "requests": ((3000, FIVE_MINUTES),),
    "sessions": ((30, FIVE_MINUTES), (300, DAY)),
    "writes": ((5000, HOUR), (35000, DAY)),
    "uploads": ((1000, DAY),),
}
CREATE, UPDATE, DELETE = 3, 2, 1


class Limits:
    """Counts points. A refused request counts as well."""

    def __init__(self, now):
        self._now = now
        self._windows = {}   # (name, key, points, seconds) -> [begin, used]

    def use(self, name, key, points):
        """Counts `points`; returns the headers of the tightest window and, if one is exceeded, the 429."""
        found = [self._count(name, key, points, limit, seconds) for limit, seconds in WINDOWS[name]]
        tightest = min(found, key=lambda one: one[0] - one[1])
        headers = self._headers(*tightest)
        exceeded = [one for one in found if one[1] > one[0]]
        return headers, refusal(self._headers(*exceeded[0])) if exceeded else None

    def used(self):
        """The points of each name in its longest window."""
        longest = {}
        for (name, _, _, seconds), (begin, used) in self._windows.items():
            if self._now() < begin + seconds and seconds == WINDOWS[name][-1][1]:
                longest[name] = longest.get(name, 0) + used
        return longest

    def _count(self, name, key, points, limit, seconds):
        window = self._windows.setdefault((name, key, limit, seconds), [self._now(), 0])
        if self._now() >= window[0] + seconds:
            window[:] = [self._now(), 0]
        window[1] += points
        return limit, window[1], seconds, window[0] + seconds

    @staticmethod
    def _headers(limit, used, seconds, end):
        return [("RateLimit-Limit", str(limit)), ("RateLimit-Remaining", str(max(0, limit - used))),
                ("RateLimit-Reset", str(int(end))), ("RateLimit-Policy", f"{limit};w={seconds}")]


def refusal(headers):
    return Reply.of({"error": "RateLimitExceeded", "message": "Rate Limit Exceeded"}, 429, headers)
