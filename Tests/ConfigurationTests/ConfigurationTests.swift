import Foundation
import Testing

@Suite("The configuration", .timeLimit(.minutes(10)))
struct ConfigurationTests {
    @Test("the file in config/ names every setting of the code, each with its default")
    func catalogue() throws {
        let known = try Program().run("settings").output.split(separator: "\n").map(String.init)
        let written = try Self.settingsInFile()
        for line in known {
            let parts = line.components(separatedBy: " = ")
            let found = try #require(
                written[parts[0]] ?? written[Self.shared(parts[0])], "config/galley.toml does not name \(parts[0])")
            // If the default is computed, the file describes it in words; every other value is compared.
            if Self.hasLiteralDefault(parts[0]) { #expect(found == parts[1], "\(parts[0])") }
        }
        let names = Set(known.map { $0.components(separatedBy: " = ")[0] })
        for name in written.keys where !name.hasPrefix("target.?.") && !name.hasSuffix(".kind") {
            #expect(names.contains(name), "config/galley.toml names \(name), which the code does not know")
        }
    }

    @Test("three lines are a working configuration")
    func small() throws {
        let program = try Program()
        let file = try program.write(
            "[[target]]\nname = \"blog\"\nkind = \"site\"\nurl = \"https://example.org\"\nfolder = \"site\"\n")
        let answer = try program.run("check", "--config", file)
        #expect(answer.status == 0, "\(answer.complaints)")
        #expect(answer.output.contains("1 targets") || answer.output.contains("1 target"))
    }

    @Test(
        "the case of a time zone's name does not matter",
        arguments: ["america/new_york", "EUROPE/LISBON", "utc", "+05:30", "-00:00"])
    func zoneInAnyCase(name: String) throws {
        let program = try Program()
        let file = try program.write("time_zone = \"\(name)\"\n")
        let answer = try program.run("check", "--config", file)
        #expect(answer.status == 0, "\(answer.complaints)")
    }

    @Test(
        "an error has its place, the value found and the nearest name",
        arguments: [
            ("[http]\nlisten = \"127.0.0.1:1\"\nlisen = 3\n", ":3:1:", "Did you mean “listen”?"),
            ("author = 5\n", ":1:1:", "“author” must be a text in quotes. Found the number 5."),
            ("[courier]\n\n  under_way_max = 0\n", ":3:3:", "a whole number from 1 to 4096"),
            ("[defaults]\nundo_window = \"soon\"\n", ":2:1:", "Found “soon”"),
            ("[log]\nlevel = \"loud\"\n", ":2:1:", "“warning”"),
            ("time_zone = \"Mars/Olympus Mons\"\n", ":1:1:", "is not a time zone"),
            ("time_zone = \"+24:00\"\n", ":1:1:", "Use one such as “Europe/Lisbon” or “+05:30”."),
            ("\ntime_zone = \"Europe/Lisbn\"\n", ":2:1:", "Did you mean “Europe/Lisbon”?"),
            (
                "[[target]]\nname = \"h\"\nkind = \"webhook\"\nurl = \"https://a.example\"\nslots = [\"9:00 Europe/Lisbn\"]\n",
                ":5:1:", "Did you mean “Europe/Lisbon”?"
            ),
            ("[http]\nlisten = \"0.0.0.0:80\"\n", ":2:1:", "this machine's loopback"),
            ("[http]\nlisten = \"127.0.0.1:99999\"\n", ":2:1:", "Found “127.0.0.1:99999”"),
            ("[http]\npublic_url = \"desk.example.org\"\n", ":2:1:", "https://desk.example.org"),
            ("[http]\nsocket = \"\"\n", ":2:1:", "the whole path of the socket"),
            ("[http]\nsocket = \"galley.sock\"\n", ":2:1:", "Found “galley.sock”"),
            ("[http]\nsocket = \"/\(String(repeating: "s", count: 107))\"\n", ":2:1:", "at most 107 bytes"),
            ("[http]\npublic_url = \"https://example.org/desk\"\n", ":2:1:", "without a path"),
            ("[http]\npublic_url = \"https://example.org:99999\"\n", ":2:1:", "Found “https://example.org:99999”"),
            ("[notify]\ncommand = [\"x\", \"{{.ID}} {{text}}: {{titel}}\"]\n", ":2:1:", "There is no value “titel”"),
            ("[notify]\ncommand = [\"x\", \"{{ text }}\"]\n", ":2:1:", "Use {{subject}} or {{text}}."),
            (
                "[notify]\ncommand = [\"sh\", \"-ec\", \"echo {{subject}} | mail me\"]\n", ":2:1:",
                "a shell would run what a title or a server says"
            ),
            ("[store]\npaht = \"x\"\n", ":2:1:", "Did you mean “path”?"),
            (
                "[[target]]\nname = \"h\"\nkind = \"webhook\"\nurl = \"https://a.example\"\ntime_zone = \"UTC\"\n",
                ":5:1:",
                "no setting “time_zone” in [[target]]. It is a setting of the desk: move it to the beginning of the file"
            ),
            ("[http]\nauthor = \"Ada\"\n", ":2:1:", "in [http]. It is a setting of the desk: move it"),
            (
                "raw_html = \"filter\"\n", ":1:1:",
                "There is no setting “raw_html”. It is a setting of [render]. Known here:"
            ),
            ("[http]\nper_target_max = 3\n", ":2:1:", "It is a setting of [courier]. Known here: composer, listen"),
            ("[http]\ntarget = 3\n", ":2:1:", "There is no setting “target” in [http]. Known here:"),
            ("[store]\npath = \"\"\n", ":2:1:", "Name a file"),
            ("[store]\npath = \"posts/\"\n", ":2:1:", "Name a file"),
            ("[store]\nurl = \"mysql://db/galley\"\n", ":2:1:", "It must begin with “postgresql://”"),
            ("[store]\nurl = \"postgresql://a:b@db/galley\"\n", ":2:1:", "the credential “store-password”"),
            ("[store]\nurl = \"postgresql://db/g?sslmode=prefer\"\n", ":2:1:", "Write “sslmode=verify-full”"),
            ("[store]\nurl = \"postgresql://db/g\"\npath = \"a.db\"\n", ":3:1:", "either a file or a database"),
            ("[store]\nmedia = \"/srv/media\"\n", ":2:1:", "for a store on a database"),
            ("[store]\nurl = \"postgresql://db/g\"\nconnections = 1\n", ":3:1:", "2"),
            (
                "[[target]]\nname = \"m\"\nkind = \"mastodon\"\nurl = \"https://a.example\"\n", ":1:1:",
                "The “credential” is missing"
            ),
            ("a = \n", ":1:", "not TOML"),
            ("[=]\n", ":1:", "not TOML"),
            ("http.lisen = 3\n", ":1:6:", "Did you mean “listen”?"),
            ("http = {lisen = 3}\n", ":1:9:", "Did you mean “listen”?"),
            ("author = \"\"\"\n[http]\nlisen = 3\"\"\"\n[http]\n \"lisen\" = 1\n", ":5:2:", "Did you mean “listen”?"),
            ("target = [1]\n", ":1:11:", "each written [[target]]. Found the number 1."),
            ("[store]\npath = 1.5\n", ":2:1:", "Found 1.5."), ("author = 1\nauthor = 2\n", ":2:1:", "in line 1"),
            ("[tagret]\n", ":1:1:", "Did you mean “target”?"),
            ("[[target]]\nname = \"x\"\nkind = \"mastdon\"\n", ":3:1:", "mastodon"),
            (
                "[[target]]\nname = \"X!\"\nkind = \"mastodon\"\nurl = \"https://a.example\"\ncredential = \"t\"\n",
                ":2:1:", "a–z"
            ),
            (
                "[[target]]\nname = \"m\"\nkind = \"mastodon\"\nurl = \"https://a.example\"\ncredential = \".t\"\n",
                ":5:1:", "“.t” is not the name of a credential"
            ),
            (
                "[[target]]\nname = \"m\"\nkind = \"mastodon\"\nurl = \"https://a.example\"\ncredential = \"t\"\nafter = \"blok\"\n",
                ":6:1:", "There is no target “blok”"
            ),
            (
                "[[target]]\nname = \"g\"\nkind = \"ghost\"\nurl = \"https://a.example\"\nstatus = \"draft\"\nrehearsal = true\n"
                    + "[[target]]\nname = \"m\"\nkind = \"mastodon\"\nurl = \"https://b.example\"\ncredential = \"t\"\nafter = \"g\"\n",
                ":12:1:", "“g” gives a post no address: it gets drafts"
            ),
            (
                "[[target]]\nname = \"h\"\nkind = \"webhook\"\nurl = \"https://a.example\"\nca_file = \"/no/ca.pem\"\n",
                ":5:1:", "/no/ca.pem cannot be used: No such file or directory."
            ),
            (
                "[[target]]\nname = \"h\"\nkind = \"webhook\"\nurl = \"https://a.example\"\nca_file = \"/etc/passwd\"\n",
                ":5:1:", "it has no certificate in PEM form"
            ),
            (
                "[[target]]\nname = \"h\"\nkind = \"webhook\"\nurl = \"https://a.example\"\nvisibility = \"public\"\n",
                ":5:1:", "A webhook target has no such setting. It belongs to mastodon."
            ),
            (
                "[[target]]\nname = \"h\"\nkind = \"webhook\"\nurl = \"https://a.example\"\n[[target]]\nname = \"h\"\nkind = \"webhook\"\nurl = \"https://b.example\"\n",
                ":6:1:", "Two targets are named “h”"
            ),
        ])
    func wrong(text: String, place: String, words: String) throws {
        let program = try Program()
        try program.write("secret", to: "config/galley/credentials/t")
        let file = try program.write(text)
        let answer = try program.run("check", "--config", file)
        #expect(answer.status == 78)
        #expect(answer.complaints.contains(file + place), "\(answer.complaints)")
        #expect(answer.complaints.contains(words), "\(answer.complaints)")
    }

    @Test("HOME is needed only for the folders that no other variable names")
    func withoutHome() throws {
        let program = try Program()
        var environment = ["XDG_STATE_HOME": program.home.path, "XDG_CONFIG_HOME": program.home.path]
        let refused = try program.run("check", environment: environment)
        #expect(refused.status == 78)
        #expect(refused.complaints == "galleyd: Neither XDG_CACHE_HOME nor HOME is set. Set HOME.\n")
        environment["XDG_CACHE_HOME"] = program.home.path
        #expect(try program.run("check", environment: environment).status == 0)
    }

    @Test("all errors are reported at once, in the order of the file")
    func several() throws {
        let program = try Program()
        let target = "[[target]]\nname = \"a\"\nkind = \"webhook\"\nurl = \"https://a.example\"\nslots = [\"25:00\"]\n"
        let file = try program.write(
            "author = 1\n[http]\nsoket = \"x\"\n[render]\nraw_html = \"yes\"\n" + target
                + target.replacing("\"a\"", with: "\"b\""))
        let lines = try program.run("check", "--config", file).complaints.split(separator: "\n")
        #expect(lines.count == 5)
        for (line, place) in zip(lines, ["1:1", "3:1", "5:1", "10:1", "15:1"]) {
            #expect(line.contains(":\(place):"), "\(lines)")
        }
    }

    @Test(
        "a target of an unknown kind gets no further errors",
        arguments: [
            ("name = \"x\"\nkind = \"sites\"\nfolder = \"x\"\nsite_name = \"X\"\n", "There is no kind “sites”"),
            ("name = \"x\"\nurl = \"https://a.example\"\n", "A target needs a “name” and a “kind”"),
            ("kind = \"webhook\"\nurl = \"https://a.example\"\n", "A target needs a “name” and a “kind”"),
        ])
    func unknownKind(table: String, words: String) throws {
        let program = try Program()
        let file = try program.write("[[target]]\n" + table)
        let lines = try program.run("check", "--config", file).complaints.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains(words), "\(lines)")
    }

    @Test(
        "a path of a feed that leads out of the folder, or is the site's own, is named with its line",
        arguments: [
            ("[\"/index.xml\", \"/feed/\"]", nil), ("[\"/../x.xml\"]", "begins with “.”"),
            ("[\"/sitemap.xml\"]", "needs “/sitemap.xml” itself"), ("[\"/style.css\"]", "needs to end"),
            ("[\"/a.xml\", \"/a.xml\"]", "are one file"),
        ])
    func feedPaths(list: String, words: String?) throws {
        let program = try Program()
        let file = try program.write(
            "[[target]]\nname = \"blog\"\nkind = \"site\"\nurl = \"https://example.org\"\nfolder = \"site\"\n"
                + "feed_paths = \(list)\n")
        let run = try program.run("check", "--config", file)
        #expect((run.status == 0) == (words == nil), "\(run.complaints)")
        if let words { #expect(run.complaints.contains(words) && run.complaints.contains(":6:"), "\(run.complaints)") }
    }

    @Test("programs get one object, with or without errors")
    func forPrograms() throws {
        let program = try Program()
        let file = try program.write("author = 1\n[http]\nsoket = \"x\"\n")
        let wrong = try program.run("check", "--json", "--config", file)
        let check = try #require(try JSONSerialization.jsonObject(with: Data(wrong.output.utf8)) as? [String: Any])
        let problems = try #require(check["problems"] as? [[String: Any]])
        #expect(wrong.status == 78 && wrong.complaints.isEmpty && check["files"] as? [String] == [file])
        #expect(problems.map { $0["line"] as? Int } == [1, 3] && problems[1]["file"] as? String == file)
        #expect((problems[1]["words"] as? String)?.contains("Did you mean “socket”?") == true)
        try program.write("")
        let right = try program.run("check", "--json", "--config", file)
        #expect(right.status == 0)
        #expect(right.output == "{\"files\":[\"\(file)\"],\"problems\":[],\"targets\":0}\n")
    }

    @Test("a missing secret keeps no daemon from starting: the check is well, and names the command")
    func missingSecret() throws {
        let program = try Program()
        let file = try program.write(
            "[[target]]\nname = \"m\"\nkind = \"mastodon\"\nurl = \"https://a.example\"\ncredential = \"none\"\n")
        let answer = try program.run("check", "--config", file)
        #expect(answer.status == 0)
        let words = "Nothing is sent to “m”. The secret “none” is missing. Next: galley target login m"
        #expect(answer.output.contains(words), "\(answer)")
        let json = try program.run("check", "--json", "--config", file).output
        #expect(json.contains(#""warnings":["Nothing is sent to “m”."#), "\(json)")
        try program.write("secret", to: "config/galley/credentials/none")
        #expect(try !program.run("check", "--config", file).output.contains("Nothing is sent"))
    }

    @Test("a secret that the running service does not have yet needs a restart, and says so")
    func newSecret() throws {
        let program = try Program()
        var service = ["PATH": "/usr/bin:/bin"]
        for (name, folder) in [("STATE", "state"), ("CONFIGURATION", "etc"), ("RUNTIME", "run"), ("CACHE", "cache")] {
            service["\(name)_DIRECTORY"] = "\(program.home.path)/\(folder)"
        }
        try program.write(
            "[[target]]\nname = \"m\"\nkind = \"mastodon\"\nurl = \"https://a.example\"\ncredential = \"t\"\n",
            to: "etc/galley.toml")
        try program.write("new\n", to: "etc/credentials/t")
        let words =
            "The running service does not have the secret “t” as in the file, and a reload does not pass it on. "
        func check() throws -> String { try program.run("check", environment: service).output }
        #expect(try !check().contains("secret"), "no service runs")
        service["CREDENTIALS_DIRECTORY"] = "\(program.home.path)/handed"
        try program.write("", to: "handed/secret_other")
        #expect(try check().contains(words + "Next: sudo systemctl restart galleyd\n"))
        try program.write("old\n", to: "handed/secret_t")
        #expect(try check().contains(words))
        try program.write("new\n", to: "handed/secret_t")
        #expect(try !check().contains("secret"))
        // A drop-in of the unit passes one under its own name.
        try FileManager.default.removeItem(atPath: "\(program.home.path)/etc/credentials/t")
        #expect(try check().contains("The secret “t” is missing."))
        try program.write("own\n", to: "handed/t")
        #expect(try !check().contains("secret"))
    }

    @Test("a user who may not read the secrets of the service is told that, and not that they are missing")
    func closedSecrets() throws {
        let program = try Program()
        let home = program.home.path
        try program.write(
            "[[target]]\nname = \"m\"\nkind = \"mastodon\"\nurl = \"https://a.example\"\ncredential = \"t\"\n",
            to: "etc/galley.toml")
        try program.write("new\n", to: "etc/credentials/t")
        let folder = "\(home)/etc/credentials"
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder) }
        let service = [
            "STATE_DIRECTORY": "\(home)/state", "CONFIGURATION_DIRECTORY": "\(home)/etc", "PATH": "/usr/bin:/bin",
        ]
        let said = try program.run("check", environment: service, isBound: true).output
        #expect(said.contains("Only root can read the secrets in \(folder), so they are not checked."), "\(said)")
        #expect(!said.contains("missing") && said.contains("Next: sudo galley config check\n"), "\(said)")
    }

    @Test("a secret that others can read is refused, and the message says how to fix it")
    func openSecret() throws {
        let program = try Program()
        try program.write("secret", to: "config/galley/credentials/t", mode: 0o644)
        let file = try program.write(
            "[[target]]\nname = \"m\"\nkind = \"mastodon\"\nurl = \"https://a.example\"\ncredential = \"t\"\n")
        let answer = try program.run("check", "--config", file)
        #expect(answer.status == 78)
        #expect(answer.complaints.contains("chmod 600"))
        #expect(!answer.complaints.contains("secret\""))
    }

    @Test("a secret that is there but cannot be read is not called missing")
    func unreadableSecret() throws {
        let program = try Program()
        try program.write("", to: "config/galley/credentials/t/file")
        let file = try program.write(
            "[[target]]\nname = \"m\"\nkind = \"mastodon\"\nurl = \"https://a.example\"\ncredential = \"t\"\n")
        let complaints = try program.run("check", "--config", file).complaints
        #expect(complaints.contains("credentials/t cannot be read: it is not a plain file."), "\(complaints)")
    }

    @Test("a FIFO in place of a certificate or a secret is refused, and does not hold up the start")
    func fifos() throws {
        let program = try Program()
        try program.write("", to: "config/galley/credentials/.kept")
        let (fifo, secret) = (program.home.path + "/ca.pem", program.home.path + "/config/galley/credentials/t")
        for path in [fifo, secret] {
            let made = unsafe mkfifo(path, 0o600)
            try #require(made == 0)
        }
        let file = try program.write(
            "[[target]]\nname = \"h\"\nkind = \"webhook\"\nurl = \"https://a.example\"\nca_file = \"\(fifo)\"\ncredential = \"t\"\n"
        )
        let complaints = try program.run("check", "--config", file).complaints
        #expect(complaints.contains("\(fifo) cannot be used: it is not a plain file."), "\(complaints)")
        #expect(complaints.contains("\(secret) cannot be read: it is not a plain file."), "\(complaints)")
    }

    @Test("a settings file that cannot be read is reported with the reason")
    func unreadableSettings() throws {
        let program = try Program()
        #expect(try program.run("check", "--config", program.home.path).complaints.contains("it is not a plain file"))
        #expect(try program.run("check", "--config", "/none/x").complaints.contains("No such file or directory"))
        // The folder of files cannot be opened.
        try program.write("", to: "config/galley/galley.toml")
        try FileManager.default.createSymbolicLink(
            atPath: program.home.path + "/config/galley/galley.d", withDestinationPath: "galley.d")
        let answer = try program.run("check")
        #expect(answer.status == 78 && answer.complaints.contains("galley.d:1:1: It cannot be read"), "\(answer)")
    }

    @Test(
        "a site needs a folder of its own that holds none of Galley's files",
        arguments: [
            ("", "The site's folder is “”"), ("folder = \"\"\n", "The site's folder is “”"),
            ("folder = \".\"\n", "galley.db in it"), ("folder = \"x/../../galley\"\n", "galley.db in it"),
            ("folder = \"media\"\n", "media in it"), ("folder = \"credentials/\"\n", "credentials in it"),
            ("folder = \"HOME/config\"\n", "config/galley/credentials in it"),
            ("folder = \"HOME/link\"\n", "galley.db in it"),
            ("folder = \"HOME/www\"\n", "The sites “other” and “blog” would overwrite each other"),
        ])
    func siteFolder(setting: String, words: String) throws {
        let program = try Program()
        let state = program.home.appendingPathComponent(".local/state/galley")
        try FileManager.default.createDirectory(
            at: state.appendingPathComponent("x"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: program.home.appendingPathComponent("link"), withDestinationURL: state)
        let site = { (name: String) in
            "[[target]]\nname = \"\(name)\"\nkind = \"site\"\nurl = \"https://a.example\"\n"
        }
        let other = site("other") + "folder = \"\(program.home.path)/www/\"\n"
        let own = setting.replacingOccurrences(of: "HOME", with: program.home.path)
        let file = try program.write(other + site("blog") + own)
        let answer = try program.run("check", "--config", file)
        #expect(answer.status == 78 && answer.complaints.contains(words), "\(answer)")
    }

    @Test("files in galley.d override the main one in the order of their names, and targets add up")
    func drops() throws {
        let program = try Program()
        let target = { (name: String) in
            "[[target]]\nname = \"\(name)\"\nkind = \"webhook\"\nurl = \"https://a.example\"\n"
        }
        try program.write("[http]\nlisten = \"127.0.0.1:1\"\n" + target("one"), to: "config/galley/galley.toml")
        try program.write(target("two"), to: "config/galley/galley.d/20.toml")
        try program.write("[http]\nlisten = 7\n", to: "config/galley/galley.d/30.toml")
        let wrong = try program.run("check")
        #expect(wrong.complaints.contains("30.toml:2:1:"))
        try program.write("[http]\nlisten = \"\"\n", to: "config/galley/galley.d/30.toml")
        let right = try program.run("check")
        #expect(right.status == 0, "\(right.complaints)")
        #expect(right.output.contains("2 targets"))
    }

    @Test("a restore that fails is reported in words, and to a program as problem JSON")
    func restoreErrors() throws {
        let program = try Program()
        let words = try program.run("restore", "gone.tar")
        #expect(words.complaints == "galleyd: gone.tar: The backup cannot be read: No such file or directory.\n")
        let json = try program.run("restore", "gone.tar", "--json")
        let problem = try JSONSerialization.jsonObject(with: Data(json.complaints.utf8)) as? [String: Any]
        #expect(problem?["type"] as? String == "urn:galley:problem:refused" && problem?["status"] as? Int == 422)
        #expect(problem?["title"] as? String == "gone.tar: The backup cannot be read: No such file or directory.")
        #expect(words.status == 1 && json.status == 1 && json.output == "")
    }

    @Test("an unknown command is called that, as by galley, and galley's messages begin with its own name")
    func voice() throws {
        let program = try Program()
        let unknown = try program.run("lgin")
        #expect(unknown.status == 64)
        #expect(unknown.complaints == "galleyd: There is no command “galleyd lgin”. Did you mean “galleyd login”?\n")
        let other = try program.run("--config", "x", "strat").complaints
        #expect(other.hasPrefix("galleyd: Unexpected argument 'strat'\n"))
        let file = try program.write("author = 1\n[http]\nsoket = \"x\"\n")
        let lines = try program.run("check", "--config", file, as: "galley").complaints.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("galley: \(file):") }, "\(lines)")
        let json = try program.run("check", "--json", environment: ["PATH": "/usr/bin"])
        #expect(json.status == 78 && json.output == "")
        #expect(
            json.complaints.hasPrefix(#"{"status":422,"title":"Neither XDG_STATE_HOME nor HOME is set. Set HOME.""#))
    }
}

extension ConfigurationTests {
    /// The commented settings of `config/galley.toml`, by the names that `galleyd settings` prints.
    static func settingsInFile() throws -> [String: String] {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: top.appendingPathComponent("config/galley.toml"), encoding: .utf8)
        var section = ""
        var found: [String: String] = [:]
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("[") { section = line.trimmingCharacters(in: ["[", "]"]) + "." }
            if line == "#[[target]]" { section = "target." }
            if line.hasPrefix("#   "), let equals = line.range(of: " = ") {
                found["target.?." + line[..<equals.lowerBound].dropFirst(4)] = ""
            }
            guard line.hasPrefix("#"), !line.hasPrefix("# "), let equals = line.range(of: " = ") else { continue }
            let key = String(line[line.index(after: line.startIndex)..<equals.lowerBound])
            let rest = line[equals.upperBound...]
            let bare = (rest.range(of: "  #").map { String(rest[..<$0.lowerBound]) } ?? String(rest))
                .trimmingCharacters(in: .whitespaces)
            if section == "target.", key == "name" { section = "target.?." }
            if section == "target.?.", key == "kind" { section = "target.\(bare.trimmingCharacters(in: ["\""]))." }
            let isList = bare.hasPrefix("[") || bare.hasPrefix("{")
            let value = isList ? String(bare.dropFirst().dropLast()) : bare.trimmingCharacters(in: ["\""])
            found[section + key] = value
        }
        return found
    }

    /// Settings whose default depends on the machine, on another setting or on the post.
    static func hasLiteralDefault(_ name: String) -> Bool {
        let computed: Set<String> = ["time_zone", "http.socket", "http.public_url", "http.composer"]
        return !computed.contains(name) && !name.hasPrefix("target.")
    }

    /// Settings that all kinds share occur once in the file, above the kinds.
    static func shared(_ name: String) -> String { "target.?." + (name.split(separator: ".").last ?? "") }
}
