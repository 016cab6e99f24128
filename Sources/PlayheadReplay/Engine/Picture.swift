public import Foundation

/// A picture of what an app shows, for pages and for `playhead view -o FILE`.
///
/// A picture is a function of the state alone. A page asks for one at each of its steps, so its cost counts thousands of
/// times. Nobody checks the contents: a page says so at a step whose picture the browser cannot show. Scripts in an SVG
/// do not run there, and nothing that an SVG refers to is loaded.
public enum Picture: Codable, Hashable, Sendable {
  /// An SVG document. Escape what comes from the state: `&`, `<` and `"`.
  case svg(String)
  /// A PNG file.
  case png(Data)

  /// The bytes of the picture's file.
  public var data: Data {
    switch self {
    case .svg(let text): Data(text.utf8)
    case .png(let data): data
    }
  }

  /// The usual end of the file's name.
  package var fileExtension: String {
    switch self {
    case .svg: "svg"
    case .png: "png"
    }
  }
}
