import PlayheadLog
import PlayheadReplay

extension Misfits {
  /// What did not fit, as the warning says it: the types of the actions with their first steps, and the
  /// stores.
  var json: JSON {
    [
      "actions": .array(actions.map(json)),
      "stores": .array(stores.map(JSON.string)),
    ]
  }

  private func json(_ actions: Actions) -> JSON {
    [
      "name": .string(actions.type.name), "version": .number(actions.type.version),
      "first": .uint(actions.first.number), "count": .number(actions.count),
    ]
  }
}
