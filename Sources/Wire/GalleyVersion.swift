/// The version of the daemon and the command line, which are released together.
package enum GalleyVersion {
    package static let text = "0.1.0"
}
