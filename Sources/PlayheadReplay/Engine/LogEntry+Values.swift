import PlayheadCoding
import PlayheadFiles
package import PlayheadLog
package import PlayheadValues

extension LogEntry {
  /// The action itself, as a tree. Throws if its bytes contradict their shape.
  package func payload() throws(LogError) -> Value {
    try payload { (shape, row) throws(ByteFault) in
      try Value(shapes: chunk.shapes, shape: shape, row: row)
    }
  }

  /// The action as Swift would write it, on one line, its long parts folded: `AddItem(sku: "A-7")`.
  package func call() throws(LogError) -> String {
    try payload().swiftText(named: type.name.visible, options: .inLine)
  }

  /// The values that the stores took from outside while they handled it, in order.
  package func draws() throws(LogError) -> [Value] {
    var values: [Value] = []
    try forEachDraw { (shape, row) throws(ByteFault) in
      values.append(try Value(shapes: chunk.shapes, shape: shape, row: row))
    }
    return values
  }
}
