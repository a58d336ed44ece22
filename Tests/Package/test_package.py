"""The Debian package of the programs of this run: its bytes, its files and its metadata. `Acceptance/test_package.py`
installs it."""

import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
sys.path[:0] = [str(HERE.parent / "Fakes"), str(HERE.parent / "Faults")]
from daemon import program  # noqa: E402


def said(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120, **options).stdout


class Package(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        """Packages the programs twice at once, on two very different machines."""
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="galley-package-")))
        machines = {"one": {"umask": 0o022, "LANG": "C.UTF-8", "TZ": "UTC"}, "other": {"umask": 0o077, "TZ": "Asia/Tokyo"}}
        runs = []
        for name, machine in machines.items():
            umask = machine.pop("umask")
            # Compresses little, because only the content matters here.
            environment = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1000000000", "GALLEY_DEB_OPTIONS": "-z0"}
            runs.append(subprocess.Popen(
                [TOP / ".make/deb", Path(program("galleyd")).parent, cls.folder / name], umask=umask,
                env=environment | machine, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        for run in runs:
            words, _ = run.communicate(timeout=480)
            if run.returncode != 0:
                raise AssertionError(f"The packaging ended with {run.returncode}:\n{words}")
        cls.packages = sorted((cls.folder / "one").iterdir())
        cls.symbols, cls.package = cls.packages
        cls.root = cls.folder / "root"
        said("dpkg-deb", "--raw-extract", cls.package, cls.root)

    def field(self, name, package=None):
        return said("dpkg-deb", "--field", package or self.package, name).strip()

    def test_the_same_programs_give_the_same_bytes(self):
        for package in self.packages:
            self.assertEqual(package.read_bytes(), (self.folder / "other" / package.name).read_bytes(), package.name)

    def test_the_packages_are_named_by_version_and_architecture(self):
        version = re.search(r'text = "(.*)"', (TOP / "Sources/Wire/GalleyVersion.swift").read_text()).group(1)
        architecture = said("dpkg", "--print-architecture").strip()
        self.assertEqual([package.name for package in self.packages], [
            f"galley-dbgsym_{version}_{architecture}.deb", f"galley_{version}_{architecture}.deb"])
        self.assertEqual(self.field("Depends", self.symbols), f"galley (= {version})")

    def test_lintian_finds_nothing(self):
        found = subprocess.run(
            ["lintian", "--no-cfg", "--allow-root", "--fail-on", "error,warning", *self.packages],
            capture_output=True, text=True, timeout=240)
        self.assertEqual((found.returncode, found.stdout), (0, ""), found.stderr)

    def test_it_depends_on_what_the_programs_link_and_on_data_that_they_read(self):
        names = {re.split(r"[ (:]", each.strip())[0] for each in self.field("Depends").split(",")}
        # The names of libraries differ between releases of Debian: libssl3, libssl3t64.
        for library in ("libc6", "libcmark-gfm0", "libcurl4", "libexpat1", "libsqlite3-0", "libssl3", "libyaml-0-2"):
            self.assertTrue(any(name.startswith(library) for name in names), (library, names))
        self.assertLessEqual({"ca-certificates", "tzdata"}, names)
        self.assertEqual([name for name in names if "swift" in name], [])

    def test_it_brings_no_package_that_it_can_do_without(self):
        """apt installs what is recommended; libvips-tools would bring 130 packages to a small server."""
        self.assertEqual(self.field("Recommends"), "")
        self.assertIn("libvips-tools", [name.strip() for name in self.field("Suggests").split(",")])
        self.assertIn("libvips-tools", self.field("Description"))

    def test_everything_is_in_its_debian_place(self):
        share = "usr/share"
        for place in (
            "etc/galley/galley.toml", "usr/bin/galley", "usr/bin/galleyd", "usr/lib/sysusers.d/galley.conf",
            "usr/lib/tmpfiles.d/galley.conf", "usr/lib/systemd/system/galleyd.service",
            "usr/lib/systemd/system/galleyd.socket", "usr/lib/systemd/system/galley-backup.timer",
            f"{share}/galley/composer/index.html", f"{share}/galley/themes/default/post.mustache",
            f"{share}/man/man1/galley-post.1.gz", f"{share}/man/man8/galleyd.8.gz",
            f"{share}/bash-completion/completions/galley", f"{share}/zsh/vendor-completions/_galley",
            f"{share}/fish/vendor_completions.d/galley.fish", f"{share}/doc/galley/copyright",
            f"{share}/doc/galley/changelog.gz", f"{share}/doc/galley/examples/Caddyfile.example",
        ):
            self.assertTrue((self.root / place).is_file(), place)
        self.assertEqual((self.root / "DEBIAN/conffiles").read_text(), "/etc/galley/galley.toml\n")
        outside = [str(path) for path in self.root.rglob("*") if "local" in path.relative_to(self.root).parts]
        self.assertEqual(outside, [])
        for unit in (self.root / "usr/lib/systemd/system").iterdir():
            self.assertNotIn("/usr/local", unit.read_text(), unit.name)

    def test_the_programs_are_stripped_and_their_symbols_are_in_the_other_package(self):
        symbols = self.folder / "symbols"
        said("dpkg-deb", "--extract", self.symbols, symbols)
        ids = self.field("Build-Ids", self.symbols).split()
        self.assertEqual(len(set(ids)), 2)
        for name, number in zip(("galley", "galleyd"), ids):
            stripped = self.root / "usr/bin" / name
            self.assertNotRegex(said("readelf", "--sections", "--wide", stripped), r"\.symtab|\.debug_")
            debug = symbols / f"usr/lib/debug/.build-id/{number[:2]}/{number[2:]}.debug"
            self.assertRegex(said("readelf", "--sections", "--wide", debug), r"\.symtab")
            for file in (stripped, debug):
                self.assertIn(f"Build ID: {number}", said("readelf", "--notes", file), name)
            # Still a program after that.
            self.assertRegex(said(stripped, "--version"), r"^\d+\.\d+\.\d+\n$")

    def test_the_changelog_is_debians(self):
        text = gzip.decompress((self.root / "usr/share/doc/galley/changelog.gz").read_bytes()).decode()
        parsed = said("dpkg-parsechangelog", "--file", "-", input=text)
        self.assertIn(f"\nVersion: {self.field('Version')}\n", parsed)
        self.assertIn("\nDate: Sun, 09 Sep 2001 01:46:40 +0000\n", parsed)
        self.assertIn("\n  [ Writing ]\n  * ", text)

    def test_the_copyright_names_every_library_of_the_build(self):
        names = (self.root / "usr/share/doc/galley/copyright").read_text()
        # The checkouts also keep libraries that the build no longer has.
        pins = json.loads((TOP / "Package.resolved").read_text())["pins"]
        libraries = [Path(pin["location"]).name.removesuffix(".git") for pin in pins]
        self.assertGreater(len(libraries), 5)
        self.assertEqual([name for name in libraries if f" {name}/*\n" not in names], [])


if __name__ == "__main__":
    unittest.main()
