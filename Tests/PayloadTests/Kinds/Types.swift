/// Figures of any type, each with its type's name.
struct Drawing: Sample {
  var figures: [any Figure]

  private enum CodingKeys: String, CodingKey { case type, figure }

  static func random(_ source: Source) -> Drawing {
    Drawing(
      figures: (0..<source.count()).map { _ in
        source.pick([Circle.self, Label.self, Group.self] as [any Figure.Type]).random(source)
      })
  }

  init(figures: [any Figure]) { self.figures = figures }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    figures = []
    while !list.isAtEnd {
      let container = try list.nestedContainer(keyedBy: CodingKeys.self)
      let type = try container.decode(FigureType.self, forKey: .type).type
      figures.append(try type.init(from: container.superDecoder(forKey: .figure)))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for figure in figures {
      var container = list.nestedContainer(keyedBy: CodingKeys.self)
      try container.encode(FigureType(figure), forKey: .type)
      try figure.encode(to: container.superEncoder(forKey: .figure))
    }
  }

  static func == (one: Drawing, other: Drawing) -> Bool {
    one.figures.count == other.figures.count
      && zip(one.figures, other.figures).allSatisfy { $0.isEqual($1) }
  }
}

/// The same, with the type's name among the figure's own members.
struct FlatDrawing: Sample {
  var figures: [AnyFigure]

  static func random(_ source: Source) -> FlatDrawing {
    FlatDrawing(figures: Drawing.random(source).figures.map { AnyFigure(figure: $0) })
  }
}

struct AnyFigure: Sample {
  var figure: any Figure

  private enum CodingKeys: String, CodingKey { case type }

  static func random(_ source: Source) -> AnyFigure { AnyFigure(figure: Circle.random(source)) }

  init(figure: any Figure) { self.figure = figure }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    figure = try container.decode(FigureType.self, forKey: .type).type.init(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FigureType(figure), forKey: .type)
    try figure.encode(to: encoder)
  }

  static func == (one: AnyFigure, other: AnyFigure) -> Bool { one.figure.isEqual(other.figure) }
}

protocol Figure: Sample {}

enum FigureType: String, Codable {
  case circle, label, group

  init(_ figure: any Figure) {
    self = figure is Circle ? .circle : figure is Label ? .label : .group
  }

  var type: any Figure.Type {
    switch self {
    case .circle: Circle.self
    case .label: Label.self
    case .group: Group.self
    }
  }
}

struct Circle: Figure, SynthesizedSample {
  var radius: Double
  var name: String?
}

struct Label: Figure, SynthesizedSample {
  var text: String
  var size: Int?
  var role: Role?
}

struct Group: Figure, SynthesizedSample {
  var members: [Circle]
  var title: Label?
}

/// Classes: one writes into its superclass's container, the other gives its superclass an encoder of its own.
struct Zoo: Sample {
  var animals: [Animal]
  var bird: Bird
  var fish: Fish

  static func random(_ source: Source) -> Zoo {
    Zoo(
      animals: (0..<source.count()).map { _ in Animal(source) }, bird: Bird(source),
      fish: Fish(source))
  }
}

class Animal: Codable, Equatable, @unchecked Sendable {
  let name: String
  let legs: Int?

  init(_ source: Source) { (name, legs) = (.random(source), .random(source)) }

  func isEqual(_ other: Animal) -> Bool { name == other.name && legs == other.legs }

  static func == (one: Animal, other: Animal) -> Bool { one.isEqual(other) }
}

final class Bird: Animal, @unchecked Sendable {
  let wings: Int?

  private enum CodingKeys: String, CodingKey { case wings }

  override init(_ source: Source) {
    wings = .random(source)
    super.init(source)
  }

  required init(from decoder: any Decoder) throws {
    wings = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(Int.self, forKey: .wings)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(wings, forKey: .wings)
  }

  override func isEqual(_ other: Animal) -> Bool {
    super.isEqual(other) && wings == (other as? Bird)?.wings
  }
}

final class Fish: Animal, @unchecked Sendable {
  let fins: Int?
  let twin: Animal?

  private enum CodingKeys: String, CodingKey { case fins, twin }

  override init(_ source: Source) {
    (fins, twin) = (.random(source), source.chance(50) ? nil : Animal(source))
    super.init(source)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    fins = try container.decodeIfPresent(Int.self, forKey: .fins)
    twin =
      container.contains(.twin)
      ? try Animal(from: container.superDecoder(forKey: .twin)) : nil
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(fins, forKey: .fins)
    if let twin { try twin.encode(to: container.superEncoder(forKey: .twin)) }
    try super.encode(to: container.superEncoder())
  }

  override func isEqual(_ other: Animal) -> Bool {
    guard let other = other as? Fish else { return false }
    return super.isEqual(other) && fins == other.fins && twin == other.twin
  }
}
