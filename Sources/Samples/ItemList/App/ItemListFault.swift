/// Mistakes that the app makes if it is told to, for exercises.
package enum ItemListFault: Sendable {
  /// Logins are freed from duplicates by way of a dictionary, whose order they keep.
  case shuffledLogins
  /// The time of a login's last use comes from the system's clock.
  case ownClock
  /// A login's identity is made without the context.
  case ownIdentities
  /// A login is given a second identity, which nobody uses.
  case secondIdentity
}
