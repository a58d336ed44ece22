/// A drawing of what is shown, for the terminal.
package func drawing(of frames: Frames, in container: Container, columns: Int, rows: Int) -> String { "" }
