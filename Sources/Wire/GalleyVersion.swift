/// The version of daemon and command line, which are released together.
package enum GalleyVersion {
    package static let text = "0.1.0"
}
