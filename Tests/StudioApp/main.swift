import Foundation
import Playhead
import PlayheadDebugger
import PlayheadReplay
import Synchronization

/// An app with several stores of its own, with the whole command line. `studio-app record FILE` records a session.
let studio = AppEntry.stores(
  "studio",
  .store("library", initial: Library(), action: LibraryAction.self) { $0.reduce($1) },
  .store("window_*", on: MainActor.self, initial: Window(), actions: windowActions) {
    (window: inout Window, action: any WindowAction) in window.reduce(action)
  },
  .store("popover", initial: Popover(), action: PopoverAction.self) { popover, action in
    if case .type(let text) = action { popover.text += text }
  })

@MainActor func record(to file: String) async throws {
  let new = try Recording(to: URL(filePath: file), app: "studio")
  new.addStore("library", Library())
  recording.withLock { $0 = new }
  let library = LibraryStore()
  let first = ScreenStore("window_1", Window())
  _ = first.send(Rename(title: "one"))
  let second = ScreenStore("window_2", Window())
  _ = second.send(Rename(title: "two"))
  _ = first.send(Scroll(by: 12.5))
  await second.send(Fetch(), library: library)?.value
  let popover = ScreenStore("popover", Popover())
  popover.send(.type("hi"))
  popover.close()
  _ = second.send(Scroll(by: 1))
  second.close()
  let again = ScreenStore("popover", Popover())
  again.send(.type("there"))
  for action in payloads { library.send(action) }
  await withTaskGroup(of: Void.self) { group in
    for thread in 1...4 {
      group.addTask {
        for number in 1...5 { library.send(.add("\(thread).\(number)")) }
      }
    }
  }
  _ = first.send(Rename(title: "last"))
  try new.close()
}

let payloads: [LibraryAction] = [
  .add("Emma"), .flag(true), .rate(-3), .big(.max), .scale(-0.5), .price(Decimal(1999) / 100),
  .due(Date(timeIntervalSinceReferenceDate: 0.25)),
  .id(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
  .link(URL(filePath: "/books")), .cover(Data([0, 255])), .tags(["red"]), .pages([1, nil, 3]),
  .counts([.novel: 2]), .move(from: 1, to: 2),
  .author(Author(name: "Jane", born: DateComponents(year: 1775))),
  .import(.started(file: "a.csv")), .import(.rows(.done)),
]

let words = CommandLine.arguments
if words.count == 3, words[1] == "record" {
  try await record(to: words[2])
} else {
  PlayheadCommand.main(apps: [studio])
}
