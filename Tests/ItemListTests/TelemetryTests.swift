import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

@MainActor @Suite struct Telemetry {
  @Test
  func `a listener of the password list's dispatcher counts actions per type until it is canceled`()
    throws
  {
    let session = try ItemListSession()
    let counts = ActionCounts()
    let telemetry = session.app.dispatcher.listen { action, _ in
      counts.add(type(of: action).actionName)
    }
    try session.perform("unlock 2580", "wait", "filter g", "filter gi", "clear", "lock")
    #expect(
      counts.text == """
        3 × ItemListFilterAction
        1 × ItemsLoaded
        1 × Lock
        1 × Unlock
        1 × Unlocked
        """)
    telemetry.cancel()
    try session.perform("unlock 2580", "wait")
    #expect(counts["Unlock"] == 1)
  }

  @Test func `'telemetry' in the password list shows action counts that are not part of the state`()
    throws
  {
    let session = try ItemListSession()
    #expect(try session.app.perform("telemetry") == "no action came")
    let before = try session.states()
    try session.perform("lock", "lock")
    #expect(try session.app.perform("telemetry") == "2 × Lock")
    #expect(try session.states() == before)
  }
}
