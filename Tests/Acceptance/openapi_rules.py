"""Rules for schemathesis in addition to the document: the few that no JSON schema can express, by problem type.

Schemathesis loads this file (SCHEMATHESIS_HOOKS). `valid_is_accepted` is its own check `positive_data_acceptance` with
these exceptions.
"""

import json

import schemathesis
from schemathesis.specs.openapi.checks import positive_data_acceptance

# The problem type, and why a request that fits its schema may still get it.
BEYOND_SCHEMAS = {
    "stale": "If-Match has to be the revision that is there.",
    "revision-missing": "An arrangement takes one of two headers; parameters of OpenAPI do not depend on each other.",
    "key-reused": "What a key stood for is what an earlier request said.",
    "bad-cursor": "A cursor is sealed: only the page before can say one.",
    "no-such-zone": "The machine's own tables say which time zones there are.",
    "no-such-target": "The settings say which targets there are.",
    "has-passed": "The clock says whether a time is still to come.",
    "no-picture": "The bytes of a picture have formats of their own.",
    "bad-name": "Letters of every script need Unicode's classes.",
    "bad-path": "The first names that a site uses itself, the number of names and their length in bytes are no pattern.",
    "bad-slug": "“Letters of every script” needs Unicode's classes, which patterns of JSON Schema need not know, and has a bound in bytes.",
}
# The same for one field.
BEYOND_SCHEMAS_OF_FIELDS = {
    ("bad-parameter", "order"): "“rank” is for searches; parameters of OpenAPI do not depend on each other.",
}


@schemathesis.check
def valid_is_accepted(ctx, response, case):
    problem = problem_of(response)
    word = problem.get("type", "").rpartition(":")[2]
    if word in BEYOND_SCHEMAS or (word, problem.get("field")) in BEYOND_SCHEMAS_OF_FIELDS:
        return None
    # The letters of a snippet's name are those of any script, like a slug's.
    if "/snippets/" in case.path and (word, problem.get("field")) == ("bad-field", "name"):
        return None
    # The front matter of a Markdown file has its own grammar, which the schema does not describe.
    if case.media_type == "text/markdown" and response.status_code == 422:
        return None
    return positive_data_acceptance(ctx, response, case)


def problem_of(response):
    if response.status_code < 400:
        return {}
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
