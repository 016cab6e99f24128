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

/// An enum with 200 cases.
enum TwoHundred: Sample, CaseIterable {
  case c000, c001, c002, c003, c004, c005, c006, c007, c008, c009, c010, c011, c012, c013, c014
  case c015, c016, c017, c018, c019, c020, c021, c022, c023, c024, c025, c026, c027, c028, c029
  case c030, c031, c032, c033, c034, c035, c036, c037, c038, c039, c040, c041, c042, c043, c044
  case c045, c046, c047, c048, c049, c050, c051, c052, c053, c054, c055, c056, c057, c058, c059
  case c060, c061, c062, c063, c064, c065, c066, c067, c068, c069, c070, c071, c072, c073, c074
  case c075, c076, c077, c078, c079, c080, c081, c082, c083, c084, c085, c086, c087, c088, c089
  case c090, c091, c092, c093, c094, c095, c096, c097, c098, c099, c100, c101, c102, c103, c104
  case c105, c106, c107, c108, c109, c110, c111, c112, c113, c114, c115, c116, c117, c118, c119
  case c120, c121, c122, c123, c124, c125, c126, c127, c128, c129, c130, c131, c132, c133, c134
  case c135, c136, c137, c138, c139, c140, c141, c142, c143, c144, c145, c146, c147, c148, c149
  case c150, c151, c152, c153, c154, c155, c156, c157, c158, c159, c160, c161, c162, c163, c164
  case c165, c166, c167, c168, c169, c170, c171, c172, c173, c174, c175, c176, c177, c178, c179
  case c180, c181, c182, c183, c184, c185, c186, c187, c188, c189, c190, c191, c192, c193, c194
  case c195, c196, c197, c198, c199
}

/// A struct with several of its values.
struct Cases: SynthesizedSample {
  var a, b, c: TwoHundred
  var d: TwoHundred?
  var list: [TwoHundred]
  var counts: [TwoHundred: Int]
}
