package import PlayheadCoding
import PlayheadLog

/// The different shapes of several records, so that their rows can be combined.
package final class ShapePool {
  private var numbers = Numbering<[Shape.Entry], Shape>()

  package init() {}

  package var shapes: [Shape] { numbers.all }

  /// The shapes of one record, with their numbers in this pool.
  func adopt(_ list: [Shape]) -> ReadShapes {
    ReadShapes(list, numbers: list.map { numbers.number(of: $0.entries, $0) })
  }
}

/// The shapes of a record, and their numbers in rows.
struct ReadShapes {
  let list: [Shape]
  let numbers: [Int]

  init(_ list: [Shape], numbers: [Int]) { (self.list, self.numbers) = (list, numbers) }

  /// The memory of a shape and its arrays, without its entries.
  private static let memoryOfShape = 400

  /// Reads the list. The numbers are the pool's, or without a pool the list's own.
  init(from reader: inout ByteReader, _ pool: ShapePool? = nil) throws(ByteFault) {
    var list: [Shape] = []
    for _ in 0..<(try reader.count(taking: Self.memoryOfShape)) {
      list.append(try Shape.read(from: &reader))
    }
    self = pool?.adopt(list) ?? ReadShapes(list, numbers: Array(list.indices))
  }
}
