import PlayheadFlux
import Testing

private struct Hidden: Action {}

private enum Room { struct Enter: Action {} }

@Suite struct ActionTests {
  @Test func `an action's name is its module and type, the same in every run`() {
    struct Local: Action {}
    #expect(Add.actionName == "PlayheadFluxTests.Add")
    #expect(Hidden.actionName == "PlayheadFluxTests.Hidden")
    #expect(Room.Enter.actionName == "PlayheadFluxTests.Room.Enter")
    #expect(!Local.actionName.contains("$"))
    #expect(Local.actionName.hasSuffix("Local"))
  }
}
