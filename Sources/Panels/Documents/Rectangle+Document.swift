package import JSONTree

extension Rectangle {
    /// `{"x": 0, "y": 0, "width": 400, "height": 300}`.
    package init?(_ document: JSON) {
        guard let fields = document.fields, let x = fields["x"]?.number, let y = fields["y"]?.number,
            let width = fields["width"]?.number, let height = fields["height"]?.number
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    package var document: JSON {
        .object(["x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height)])
    }
}
