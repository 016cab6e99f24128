import Foundation

/// Whether a pipe or a device is at `path`, where a reader may have to wait for ever; a link counts as what it leads to.
func isStream(_ path: String) -> Bool {
  let file = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
  let attributes = try? FileManager.default.attributesOfItem(atPath: file)
  guard let type = attributes?[.type] as? FileAttributeType else { return false }
  return type != .typeRegular && type != .typeDirectory
}
