package import PlayheadCoding

/// The shapes of several records, each once, so that rows of all of them can be put together.
package final class ShapePool {
  package private(set) var shapes: [Shape] = []
  private var numbers: [[Shape.Entry]: Int] = [:]

  package init() {}

  /// The shapes that one record lists, with their numbers here.
  package func adopt(_ list: [Shape]) -> ReadShapes {
    ReadShapes(list, numbers: list.map(number))
  }

  private func number(of shape: Shape) -> Int {
    if let known = numbers[shape.entries] { return known }
    numbers[shape.entries] = shapes.count
    shapes.append(shape)
    return shapes.count - 1
  }
}

/// The shapes that a record lists, and the numbers that rows are to have for them.
package struct ReadShapes {
  let list: [Shape]
  let numbers: [Int]

  /// Shapes whose numbers are their places.
  package init(_ list: [Shape]) {
    self.init(list, numbers: Array(list.indices))
  }

  package init(_ list: [Shape], numbers: [Int]) {
    self.list = list
    self.numbers = numbers
  }
}
