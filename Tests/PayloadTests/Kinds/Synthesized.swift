import Foundation

/// Structs as apps have them, with 1, 8 and 40 optional members.
struct One: SynthesizedSample {
  var text: String?
}

struct Eight: SynthesizedSample {
  var id: Int
  var name: String?
  var age: Int?
  var one: One?
  var role: Role?
  var tags: [String]?
  var seen: Date?
  var isActive: Bool?
  var score: Double?
}

struct Forty: SynthesizedSample {
  var id: Int
  var first: Eight?
  var members: [Eight?]
  var a, b, c, d, e, f, g, h: String?
  var i, j, k, l, m: Int?
  var n, o, p: Double?
  var q, r: Bool?
  var s, t: Date?
  var u: [String]?
  var v: [One]?
  var w: [Int: String]?
  var x: [String: Eight]?
  var y: Role?
  var z: [Role]?
  var aa: Mood?
  var ab: [Mood]?
  var ac: Data?
  var ad: URL?
  var ae, af: UUID?
  var ag: Float?
  var ah: Int8?
  var ai: UInt64?
  var aj: One?
  var ak: Eight?
  var al: [String?]?
  var am: [Role: Int]?
}

/// A user as a server describes one: 40 fields, half of them there or not.
struct User: SynthesizedSample {
  var identifier, followersCount, followingCount, publicPostsCount, receivedLikesCount,
    membershipLevel: Int
  var loginName, displayName, emailAddress, avatarImageURL, preferredLanguage, timeZoneIdentifier,
    favoriteColor, organizationRole: String
  var isActiveAccount, isSiteAdministrator, isEmailVerified: Bool
  var reputationScore, accountBalance, averageRating: Double
  var nickname, companyName, professionalTitle, phoneNumber, personalWebsite, biographyText,
    cityOfResidence, countryOfResidence, streetAddress, postalCode: String?
  var managerIdentifier, teamIdentifier, ageInYears, profileVisitsCount: Int?
  var lastKnownLatitude, lastKnownLongitude: Double?
  var isMutedByViewer, isPinnedByViewer: Bool?
  var interestTags: [String]?
  var earnedBadges: [Int]?
}

/// A list of up to `limit` elements, and now and then nothing but a number.
struct Elements<Element: Sample>: Sample {
  var elements: [Element] = []
  var tap = 0

  static func random(_ source: Source) -> Elements { random(source, upTo: 20) }

  static func random(_ source: Source, upTo limit: Int) -> Elements {
    Elements(elements: (0..<source.size(to: limit)).map { _ in .random(source) })
  }
}

/// Optional members behind property wrappers: one writes null, the other nothing.
struct Wrapped: SynthesizedSample {
  @Nullable var a: String?
  @Nullable var b: Int?
  @Nullable var c: Eight?
  @Omitted var d: String?
  @Omitted var e: [Int]?
  @Omitted var f: Eight?
  @Omitted var g: Double?
  @Omitted var h: Role?
}

@propertyWrapper struct Nullable<Value: Sample>: Sample {
  var wrappedValue: Value?

  init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }

  static func random(_ source: Source) -> Nullable { Nullable(wrappedValue: .random(source)) }
}

@propertyWrapper struct Omitted<Value: Sample>: Sample {
  var wrappedValue: Value?

  init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }

  func encode(to encoder: any Encoder) throws { try wrappedValue?.encode(to: encoder) }

  static func random(_ source: Source) -> Omitted { Omitted(wrappedValue: .random(source)) }
}

extension KeyedDecodingContainer {
  func decode<T>(_ type: Omitted<T>.Type, forKey key: Key) throws -> Omitted<T> {
    Omitted(wrappedValue: try decodeIfPresent(T.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  mutating func encode<T>(_ value: Omitted<T>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}

/// Writes by hand: members under conditions, and null.
struct Conditional: Sample {
  var isDraft: Bool
  var title: String?
  var body: String?
  var editor: One?
  var likes: Int?

  private enum CodingKeys: String, CodingKey { case isDraft, title, body, editor, likes }

  static func random(_ source: Source) -> Conditional {
    let isDraft = source.chance(50)
    return Conditional(
      isDraft: isDraft, title: .random(source), body: .random(source), editor: .random(source),
      likes: isDraft ? nil : .random(source))
  }

  init(isDraft: Bool, title: String?, body: String?, editor: One?, likes: Int?) {
    (self.isDraft, self.title, self.body, self.editor) = (isDraft, title, body, editor)
    self.likes = likes
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    isDraft = try container.decode(Bool.self, forKey: .isDraft)
    title = try container.decode(String?.self, forKey: .title)
    body = container.contains(.body) ? try container.decode(String.self, forKey: .body) : nil
    editor = try container.decodeIfPresent(One.self, forKey: .editor)
    likes = try container.decodeIfPresent(Int.self, forKey: .likes)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !isDraft { try container.encodeIfPresent(likes, forKey: .likes) }
    try container.encode(title, forKey: .title)
    if let body { try container.encode(body, forKey: .body) }
    if let editor {
      try container.encode(editor, forKey: .editor)
    } else {
      try container.encodeNil(forKey: .editor)
    }
    try container.encode(isDraft, forKey: .isDraft)
  }
}
