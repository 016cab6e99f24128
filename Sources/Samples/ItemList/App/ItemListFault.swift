/// Mistakes that the app can make, for exercises.
package enum ItemListFault: Sendable {
  /// A dictionary removes duplicate logins, so that they get its order.
  case shuffledLogins
  /// The system's clock gives the time of a login's last use.
  case ownClock
  /// A login's ID does not come from the context.
  case ownIdentities
  /// A login draws a second ID, which nothing uses.
  case secondIdentity
}
