import SampleSupport
import ItemList
import ItemListTerminal

/// A device that notes down whatever the app wants of it.
final class Device: Sendable {
  /// Closed until a test, or the command 'wait', opens it.
  let gate = Gate()
  let memory: MemoryStorage

  private let notes = Locked<[String]>([])

  init(_ items: [LoginItem] = LoginItem.examples) { memory = MemoryStorage(items) }

  /// What the app wanted, in order.
  var uses: [String] { notes.value }

  func note(_ use: String) { notes.withLock { $0.append(use) } }

  var system: ItemListSystem {
    ItemListSystem(
      authenticator: Checker(device: self),
      storage: { path in
        StorageProbe(
          device: self,
          storage: path.map { FileStorage(path: $0) as any LoginStorage } ?? self.memory)
      },
      pasteboard: PasteboardProbe(device: self))
  }
}

private struct Checker: Authenticator {
  let device: Device

  func accepts(_ code: String) async -> Bool {
    device.note("check \(code)")
    await device.gate.pass()
    return code == "2580"
  }
}

private struct StorageProbe: LoginStorage {
  let device: Device
  let storage: any LoginStorage

  func items() throws -> [LoginItem] {
    device.note("read")
    return try storage.items()
  }

  func save(_ items: [LoginItem]) throws {
    device.note("write \(items.count)")
    try storage.save(items)
  }
}

private struct PasteboardProbe: Pasteboard {
  let device: Device

  func copy(_ text: String) { device.note("copy \(text)") }
}
