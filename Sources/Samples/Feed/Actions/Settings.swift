import PlayheadFlux

/// The network is better or worse from now on.
///
/// No store takes it, for the network is no part of the state. It is an action all the same, so that
/// a log tells why the requests after it fail.
package struct ConfigureNetwork: Action {
  /// What logs call it.
  package static let actionName = "ConfigureNetwork"

  /// What is different.
  package var setting: Network.Setting

  /// A change of this setting.
  package init(_ setting: Network.Setting) { self.setting = setting }
}

/// Switches the printing of actions on or off.
///
/// The logger consumes it: it says nothing about the session, so no log has it.
package struct SetLogging: Action {
  /// What logs would call it.
  package static let actionName = "SetLogging"

  /// Whether actions are printed from now on.
  package var isOn: Bool

  /// A switch.
  package init(isOn: Bool) { self.isOn = isOn }
}
