import CPostgres

/// Where a PostgreSQL server is, and who asks.
package struct PostgresAddress: Sendable {
    /// In the order in which libpq reads them: a later one counts.
    let parameters: [(name: String, value: String)]
    /// Without a password, for people.
    package let text: String

    private static let lengthMax = 2000
    /// Seconds for each host, and milliseconds until a server that does not answer counts as gone.
    private static let limits = [
        ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"),
        ("keepalives_interval", "5"),
        ("keepalives_count", "3"),
    ]

    /// - Parameters:
    ///   - url: as libpq knows them, such as “postgresql://galley@db1,db2/galley”; see
    ///     https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS.
    ///   - password: nil when the server asks for none.
    ///   - name: of this program, for the server's administrator.
    /// - Throws: a `PostgresAddressError`.
    package init(_ url: String, password: String?, name: String = "galleyd") throws {
        guard url.hasPrefix("postgresql://") || url.hasPrefix("postgres://") else {
            throw PostgresAddressError(
                "It must begin with “postgresql://”, such as “postgresql://galley@db.example/galley”.")
        }
        guard url.utf8.count <= PostgresAddress.lengthMax, !url.contains("\0") else {
            throw PostgresAddressError("It is longer than \(PostgresAddress.lengthMax) bytes, or contains U+0000.")
        }
        let given = try PostgresAddress.parsed(url)
        guard given["password"] == nil, given["sslpassword"] == nil else {
            throw PostgresAddressError(
                "It has a password, which everyone could read who may read the settings. Write it into the credential “store-password” "
                    + "instead.")
        }
        guard given["dbname"] != nil else {
            throw PostgresAddressError("It names no database. Add one: “postgresql://galley@db.example/galley”.")
        }
        guard given["service"] == nil else {
            throw PostgresAddressError(
                "It names a service, whose file could lead elsewhere. Write the host and the database.")
        }
        if given["target_session_attrs"].map({ $0 != "read-write" && $0 != "primary" && $0 != "any" }) == true {
            throw PostgresAddressError(
                "Galley writes, so “target_session_attrs” can only be “read-write”. Leave it out.")
        }
        var parameters = [("dbname", url)] + PostgresAddress.limits.filter { given[$0.0] == nil }
        parameters += [
            ("target_session_attrs", "read-write"), ("client_encoding", "UTF8"), ("application_name", name),
        ]
        // An empty host would be that of PGHOST.
        if given["host"] == nil, given["hostaddr"] == nil { parameters.append(("host", "/var/run/postgresql")) }
        if !PostgresAddress.isNear(given) {
            guard given["sslmode"].map({ $0 == "verify-full" }) ?? true else {
                throw PostgresAddressError(
                    "With “sslmode=\(given["sslmode"] ?? "")” another machine could pass for the server. Write "
                        + "“sslmode=verify-full”, and “sslrootcert=FILE” if its certificate is your own.")
            }
            parameters.append(("sslmode", "verify-full"))
            // Debian's own list of authorities, unless the address or the user's folder has another.
            if given["sslrootcert"] == nil { parameters.append(("sslrootcert", "/etc/ssl/certs/ca-certificates.crt")) }
        }
        if let password { parameters.append(("password", password)) }
        self.parameters = parameters
        text = url
    }

    /// What `url` gives, by the names of libpq.
    private static func parsed(_ url: String) throws -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &message) else {
            defer { PQfreemem(message) }
            // It may repeat the address, with a password in it.
            let words = PostgresDatabase.words(message).replacing(url, with: "…")
            throw PostgresAddressError("libpq cannot read it: \(words).")
        }
        defer { PQconninfoFree(options) }
        var given: [String: String] = [:]
        var option = options
        while let name = option.pointee.keyword {
            if let value = option.pointee.val { given[String(cString: name)] = String(cString: value) }
            option += 1
        }
        return given
    }

    /// Whether all hosts are this machine.
    private static func isNear(_ given: [String: String]) -> Bool {
        let hosts = given["hostaddr"] ?? given["host"] ?? ""
        return hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
            host.isEmpty || host.hasPrefix("/") || host == "localhost" || host == "::1" || host.hasPrefix("127.")
        }
    }
}

package struct PostgresAddressError: Error, Hashable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
