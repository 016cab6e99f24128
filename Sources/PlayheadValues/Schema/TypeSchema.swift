package import PlayheadCoding

/// What the values of a type consist of when they are encoded, as far as the type alone tells.
///
/// Of `AddItem` its `fieldText` is `(sku: String, quantity: Int, note: String?)`.
package struct TypeSchema: Hashable, Sendable {
  /// What a type is called where its values stand: `Int`, `[Item]`, `String?`; without modules. Empty
  /// for a part that has no type of its own.
  package var name: String
  /// What its values consist of.
  package var form: Form
  /// What kept the probe from seeing everything; nil if nothing did.
  package var obstacle: Obstacle?

  /// What values consist of.
  package indirect enum Form: Hashable, Sendable {
    /// One field.
    case scalar(Kind)
    /// Named fields, in the order in which the type asks for them.
    case record([Field])
    /// Elements without names that differ in type, as of a tuple.
    case tuple([TypeSchema])
    /// Elements in order.
    case list(of: TypeSchema)
    /// Elements without order.
    case set(of: TypeSchema)
    /// Keys that lead to values.
    case dictionary(key: TypeSchema, value: TypeSchema)
    /// Nothing, or a value.
    case optional(TypeSchema)
    /// One of these, as they are called in Swift or, if they have raw values, in a log.
    case cases([String])
    /// The type is described further out: it contains itself.
    case recursive
    /// Values of different forms, or of a form that is not known.
    case any
  }

  /// A named part of a record.
  package struct Field: Hashable, Sendable {
    /// The coding key.
    package var name: String
    /// What it holds.
    package var type: TypeSchema

    /// A field of this name and type.
    package init(_ name: String, _ type: TypeSchema) {
      self.name = name
      self.type = type
    }
  }

  /// Why a type could not be looked into to the end.
  package enum Obstacle: Error, Hashable, Sendable {
    /// The type reads whichever keys there are, as enumerations whose cases have values do.
    case keysAreFree(type: String)
    /// The type takes no placeholder: its `init(from:)` threw.
    case refused(type: String)
    /// No value of the type can be made without one of its own.
    case recursive(type: String)
    /// The type asks for more, or deeper, than a description could show.
    case tooLarge(type: String)
  }

  /// A type of this name and form, seen as far as the obstacle, if there is one.
  package init(_ name: String, _ form: Form, obstacle: Obstacle? = nil) {
    self.name = name
    self.form = form
    self.obstacle = obstacle
  }
}

extension TypeSchema.Obstacle: CustomStringConvertible {
  /// One sentence.
  package var description: String {
    switch self {
    case .keysAreFree(let type):
      "\(type) is an enumeration with values, or reads keys of any name: what it holds cannot be told "
        + "from the type"
    case .refused(let type):
      "\(type) takes no placeholder: what comes after it cannot be told from the type, unless it is made "
        + "CaseIterable"
    case .recursive(let type):
      "\(type) needs a value of itself: what comes after it cannot be told from the type"
    case .tooLarge(let type):
      "\(type) asks for too much to be told"
    }
  }
}
