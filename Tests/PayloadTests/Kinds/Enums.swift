import Foundation

/// An enum with a raw value.
enum Role: String, Sample, CaseIterable, CodingKeyRepresentable {
  case guest, member, admin
}

/// An enum with one case.
enum Unit: Sample, CaseIterable {
  case only
}

/// An enum with payloads of all kinds, and itself within itself.
enum Mood: Sample {
  case calm
  case busy
  case counted(Int)
  case named(String, for: Int?)
  case tagged([String])
  case found(at: Date, by: UUID, note: String?)
  case mapped([String: Int])
  case role(Role)
  case other(One)
  case perhaps(Int?)
  case flags(Bool, Bool, Bool)
  indirect case nested(Mood)
  indirect case both(Mood, Mood)

  static func random(_ source: Source) -> Mood {
    switch source.number(0...(source.depth > 0 ? 12 : 10)) {
    case 0: .calm
    case 1: .busy
    case 2: .counted(.random(source))
    case 3: .named(.random(source), for: .random(source))
    case 4: .tagged(.random(source))
    case 5: .found(at: .random(source), by: .random(source), note: .random(source))
    case 6: .mapped(.random(source))
    case 7: .role(.random(source))
    case 8: .other(.random(source))
    case 9: .perhaps(.random(source))
    case 10: .flags(.random(source), .random(source), .random(source))
    case 11: source.nested { .nested(.random(source)) }
    default: source.nested { .both(.random(source), .random(source)) }
    }
  }
}
