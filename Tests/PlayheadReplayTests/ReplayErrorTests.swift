import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import Testing

@Suite struct ReplayErrorTests {
  private static let type = ActionType(name: "Shop.Put")

  private static let errors: [(ReplayError, String)] = [
    (
      .otherStores(log: ["cart", "total"], app: []),
      """
      the log has the stores 'cart', 'total' and the app has none; declare added, removed and renamed \
      stores in the app's 'upgrades', or replay the log with the build that recorded it, or list the \
      stores that the app registers later in its 'otherStores': 'cart', 'total'
      """
    ),
    (
      .otherStores(log: ["cart"], app: ["cart", "total"]),
      """
      the log has the stores 'cart' and the app has 'cart', 'total'; declare added, removed and renamed \
      stores in the app's 'upgrades', or replay the log with the build that recorded it
      """
    ),
    (
      .unknownType(type, step: 7),
      """
      no store of the app handles action 'Shop.Put' of step 7, but one did when it was recorded; \
      register the type again (in the 'actions' of an 'AppEntry'), keep its old name with 'actionName', or declare an upgrade in the \
      app's 'upgrades'
      """
    ),
    (
      .undecodable(type, step: 7, "'sku' is missing"),
      """
      action 'Shop.Put' of step 7 does not fit the app's type: 'sku' is missing; let the type's \
      'init(from:)' accept it, declare an upgrade from version 1 in the app's 'upgrades', or replay the \
      log with the build that recorded it
      """
    ),
    (
      .noUpgrade(type, step: 7, reached: 2, current: 4),
      """
      action 'Shop.Put' of step 7 has version 1, and the app's upgrades lead from there to version 2, \
      not to the current version, 4; declare an upgrade from version 2 in the app's \
      'upgrades', or replay the log with the build that recorded it
      """
    ),
    (
      .undecodableState(store: "cart", step: 0, "at items: not a list"),
      """
      the state of store 'cart' at step 0 does not fit the app's type: at items: not a list; let the \
      type's 'init(from:)' accept it, declare an upgrade of it in the app's 'upgrades', or replay the log \
      with the build that recorded it
      """
    ),
    (
      .unencodableState(store: "cart", step: 7, "no such luck"),
      """
      the state of store 'cart' at step 7 cannot be encoded: no such luck; make its 'encode(to:)' \
      accept every value of its type
      """
    ),
    (
      .noState(step: 7),
      """
      the log lacks the state at step 7, so the actions after it cannot be replayed; \
      'playhead verify' shows the damage
      """
    ),
    (
      .sameName("Put", "A.Put", "B.Put"),
      "the actions A.Put and B.Put share the name 'Put'; give one another 'actionName'"
    ),
    (.sameUpgrade(of: "store 'cart'"), "the app's 'upgrades' have two for store 'cart'; keep one"),
    (
      .unknownUpgrade(to: "Shop.Cart"),
      """
      the app's 'upgrades' turn actions into 'Shop.Cart', which must be an action that a store handles or the \
      app lists; a store's state is upgraded by '.state(of:from:)'
      """
    ),
    (
      .unknownDraw(step: 7),
      "step 7 drew a value of a kind that this build does not know; use a newer Playhead"
    ),
  ]

  @Test(arguments: errors) func `a ReplayError's description says what is wrong and how to fix it`(
    error: ReplayError, sentence: String
  ) {
    #expect(error.description == sentence)
  }

  @Test func `a replay with two action types of one name throws an error that names them`() throws {
    struct Twin: Action { static let actionName = Put.actionName }
    let stores = { [Store("total", 0).on(Put.self) { _, _ in }.on(Twin.self) { _, _ in }] }
    let session = try Session(making { [Store("total", 0).on(Put.self) { $0 += $1.count }] }) {
      dispatcher, _ in dispatcher.dispatch(Put())
    }
    let error = #expect(throws: ReplayError.self) {
      try Replay(session.log, with: DispatcherPlayer(making(stores)())).go(to: 1)
    }
    guard case .sameName(Put.actionName, _, _)? = error else { throw Unexpected("no such error") }
  }

  @Test(arguments: [
    (
      DrawFault.mismatch(index: 0, asked: .uuid, found: .random(1)),
      "draw 1 asked for a uuid, and the log has a random"
    ),
    (
      .mismatch(index: 2, asked: .date, found: nil),
      "draw 3 asked for a date, and the log has no more draws"
    ),
    (.leftOver(count: 1), "1 draw of the log was not used"),
    (.leftOver(count: 2), "2 draws of the log were not used"),
  ]) func `the description of a fault of recorded inputs says what differs`(
    fault: DrawFault, sentence: String
  ) {
    #expect(fault.description == sentence)
  }
}
