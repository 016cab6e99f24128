import Foundation

/// An app as its own engineers write it: a library that threads in the background fill, windows with a store each on
/// the main actor, and a popover in a window. It does not know Playhead.
struct Library: Codable, Equatable {
  var titles: [String] = []
  var facts: [String: String] = [:]

  mutating func reduce(_ action: LibraryAction) {
    switch action {
    case .add(let title): titles.append(title)
    case .import(let part): facts["import"] = "\(part)"
    default: facts["\(action)".prefix { $0 != "(" }.description] = "\(action)"
    }
  }
}

/// Sixteen kinds of payloads.
enum LibraryAction: Codable {
  case add(String)
  case flag(Bool)
  case rate(Int8)
  case big(UInt64)
  case scale(Double)
  case price(Decimal)
  case due(Date)
  case id(UUID)
  case link(URL)
  case cover(Data)
  case tags(Set<String>)
  case pages([Int?])
  case counts([Genre: Int])
  case move(from: Int, to: Int)
  case author(Author?)
  case `import`(ImportAction)
}

enum Genre: String, Codable, CodingKeyRepresentable { case novel, poem }

struct Author: Codable {
  var name: String
  var born: DateComponents?
}

/// The actions of a part of the library, within its own.
enum ImportAction: Codable {
  case started(file: String)
  case rows(RowAction)
}

enum RowAction: Codable {
  case loaded(Int)
  case done
}

struct Window: Codable, Sendable {
  var title = ""
  var scroll = 0.0
  var history: [String] = []

  @MainActor mutating func reduce(_ action: any WindowAction) {
    history.append("\(type(of: action))")
    switch action {
    case let rename as Rename: title = rename.title
    case let scroll as Scroll: self.scroll += scroll.by
    default: break
    }
  }
}

/// The actions of a window are types of a protocol, which lists them.
protocol WindowAction: Codable, SendableMetatype {}

struct Rename: WindowAction { var title: String }
struct Scroll: WindowAction { var by: Double }
struct Fetch: WindowAction {}

let windowActions: [any WindowAction.Type] = [Rename.self, Scroll.self, Fetch.self]

struct Popover: Codable {
  var text = ""
}

enum PopoverAction: Codable {
  case type(String)
}
