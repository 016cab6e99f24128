import Foundation

extension LoginItem {
  /// The items in memory when the app starts, for a first look at the app.
  package static let examples: [LoginItem] = [
    example(1, "github.example", "ada", "correct horse", "the work account", day: 6),
    example(2, "gitlab.example", "ada@work.example", "battery staple", day: 2),
    example(3, "Bücher.example", "ada", "Zeilenumbruch", "reads at night", day: 5),
    example(4, "mail.example", "ada@mail.example", "open sesame", day: 4),
    example(5, "café.example", "Łukasz", "deux sucres", day: 1),
    example(6, "bank.example", "88 41 02", "four digits", "call before noon", day: 3),
  ]

  private static func example(
    _ number: UInt8, _ hostname: String, _ username: String, _ password: String,
    _ notes: String = "", day: Double
  ) -> LoginItem {
    LoginItem(
      id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number)),
      hostname: hostname, username: username, password: password, notes: notes,
      // Days of January 2001, where Foundation's reference date is: 86,400 seconds each.
      lastUsed: Date(timeIntervalSinceReferenceDate: (day - 1) * 86_400))
  }
}
