// PostgreSQL's client library (libpq-dev). Swift does not see the codes of an answer's fields, which are characters.
#pragma once
#include <libpq-fe.h>

static inline const char *galley_pg_state(const PGresult *answer) { return PQresultErrorField(answer, PG_DIAG_SQLSTATE); }

static inline const char *galley_pg_message(const PGresult *answer) {
    return PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
}

// In English, whatever the server's language.
static inline const char *galley_pg_severity(const PGresult *answer) {
    return PQresultErrorField(answer, PG_DIAG_SEVERITY_NONLOCALIZED);
}
