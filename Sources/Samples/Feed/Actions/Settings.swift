import PlayheadFlux

/// Makes the network better or worse.
///
/// No store handles it: the network is not part of a state. But a log then shows why later requests fail.
package struct ConfigureNetwork: Action {
  package static let actionName = "ConfigureNetwork"

  /// The changed setting.
  package var setting: Network.Setting

  package init(_ setting: Network.Setting) { self.setting = setting }
}

/// Switches the printing of actions on or off.
///
/// The logger consumes it, so no log has it: it says nothing about the session.
package struct SetLogging: Action {
  package static let actionName = "SetLogging"

  /// Whether to print actions.
  package var isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }
}
