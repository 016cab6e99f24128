import Foundation
import PlayheadCoding
import Testing

@Suite struct RuleTests {
  private let account = Account()

  @Test func `a rule for a type's field redacts that field in that type only`() throws {
    let rules = Redaction(.field("name", of: Account.self, .masked))
    #expect(try redacted(["a": [account]], rules)["a"]?.first?.name == "***")
    #expect(try redacted(account, rules).pin == "2580")
    #expect(try redacted(["name": "ada"], rules) == ["name": "ada"])
  }

  @Test func `a rule for a field of any type redacts it everywhere, also in dictionaries`() throws {
    let rules = Redaction(.field("name", .masked))
    #expect(try redacted(account, rules).name == "***")
    #expect(try redacted(["name": "ada", "nam": "ada"], rules) == ["name": "***", "nam": "ada"])
    #expect(try redacted(["name": [Branch(label: "x")]], rules)["name"]?.first?.label == "***")
  }

  @Test func `a rule for a type redacts its values wherever they are`() throws {
    let rules = Redaction(.type(Password.self))
    let secret = Password(text: "horse")
    let kept = try Password(text: token(of: "horse"))
    #expect(try redacted(account, rules).name == "ada")
    #expect(try redacted(account, rules).password == Password(text: token(of: "correct horse")))
    #expect(try redacted([secret: [secret]], rules) == [kept: [kept]])
    #expect(try redacted([secret: 1], rules) == [kept: 1])
    #expect(try redacted(Set([secret]), rules) == [kept])
    #expect(try redacted([nil, secret], rules) == [nil, kept])
    #expect(
      try redacted(SignIn.withPassword(user: "ada", password: secret), rules)
        == .withPassword(user: "ada", password: kept))
  }

  @Test func `integer keys of a dictionary are redacted by the rule for their type`() throws {
    let rules = Redaction(.type(Int.self))
    let kept = try redacted(2580, rules)
    #expect(kept != 2580)
    #expect(try redacted([2580: "ada"], rules) == [kept: "ada"])
    // Also of a wider type.
    #expect(try redacted([2580: 1], Redaction(.type(Int8.self))) != [2580: 1])
    #expect(try redacted([UInt16(2580): 1], Redaction(.type(UInt8.self))) != [2580: 1])
  }

  @Test func `an enum's associated values are redacted as fields by their labels`() throws {
    let signIn = SignIn.withPassword(user: "ada", password: Password(text: "horse"))
    #expect(
      try redacted(signIn, Redaction(.field("user", of: SignIn.self, .masked)))
        == .withPassword(user: "***", password: Password(text: "horse")))
    #expect(
      try redacted(SignIn.withCode("2580"), Redaction(.field("_0", of: SignIn.self, .dropped)))
        == .withCode(""))
  }

  @Test func `a redacted optional with the replacement 'dropped' becomes nil`() throws {
    let rules = Redaction(
      .type(Password.self, .dropped), .field("pin", of: Account.self, .dropped))
    #expect(try redacted(account, rules).password == nil)
    #expect(try redacted(account, rules).pin == nil)
    #expect(try redacted([Password(text: "a"), nil] as [Password?], rules) == [nil, nil])
    #expect(try redacted(["a": Password(text: "a")] as [String: Password?], rules) == ["a": nil])
    #expect(try redacted([Password(text: "a")], rules) == [Password(text: "")])
  }

  @Test func `texts and numbers can be redacted by their types`() throws {
    let rules = Redaction(.type(String.self, .masked), .type(UUID.self), .type(Int.self, .dropped))
    let changed = try redacted(account, rules)
    #expect(changed.id == 0 && changed.name == "***" && changed.pin == "***")
    #expect(changed.role == .admin)
    #expect(try redacted(Level.high, rules) == .high)
    #expect(try redacted([Level.low: "x"], rules) == [.low: "***"])
    #expect(try redacted(Set(["a"]), rules) == [])
    #expect(try redacted(["a": 1.5], rules) == [:])
  }

  @Test
  func `redaction rules apply in order: outermost, a type's field, any field, the type, the first`()
    throws
  {
    let box = Boxed(value: account)
    func pin(_ rules: Redaction.Rule...) throws -> String? {
      try redacted(box, Redaction(key: testKey, rules: rules)).value.pin
    }
    #expect(try pin(.field("pin", .dropped), .type(Account.self, .masked)) == "***")
    #expect(try pin(.field("pin", .dropped), .field("pin", of: Account.self, .masked)) == "***")
    #expect(try pin(.type(String.self, .dropped), .field("pin", .masked)) == "***")
    #expect(try pin(.field("pin", .masked), .field("pin", .dropped)) == "***")
    #expect(try pin(.type(Account.self, .dropped), .field("value", .masked)) == "***")
    #expect(try pin(.type(String.self, .masked), .type(String.self, .dropped)) == "***")
  }

  @Test func `redaction of a recursive type replaces its values at every level`() throws {
    let tree = Branch(label: "a", branches: [Branch(label: "b", branches: [Branch(label: "c")])])
    for rules in [
      Redaction(.type(Branch.self, .masked)), Redaction(.field("label", of: Branch.self, .masked)),
    ] {
      #expect(
        try redacted(tree, rules)
          == Branch(
            label: "***", branches: [Branch(label: "***", branches: [Branch(label: "***")])]))
    }
  }

  @Test func `values in hand-written nested containers are redacted as fields of their type`()
    throws
  {
    struct ByHand: Codable {
      enum Key: CodingKey { case inner, list, secret, base }
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        var element = list.nestedContainer(keyedBy: Key.self)
        var base = container.superEncoder(forKey: .base).container(keyedBy: Key.self)
        try base.encode("hidden 1", forKey: .secret)
        try element.encode("hidden 2", forKey: .secret)
        try inner.encode("hidden 3", forKey: .secret)
        try container.encode("hidden 4", forKey: .secret)
      }
    }
    for rules in [
      Redaction(.field("secret", of: ByHand.self)), Redaction(.field("secret")),
      Redaction(.type(ByHand.self)),
    ] {
      #expect(try !everything(ByHand(), rules).contains(text: "hidden"))
    }
    #expect(try everything(ByHand(), Redaction()).contains(text: "hidden 4"))
  }

  @Test func `an encoder that has redacted a value still writes other values in the clear`() throws
  {
    let rows = RowEncoding(redaction: Redaction(.type(Password.self)))
    for _ in 0..<3 {
      _ = try rows.encode(account)
      #expect(rows.bytes.array.contains(text: "ada"))
      #expect(!rows.bytes.array.contains(text: "correct horse"))
      _ = try rows.encode(["correct horse"])
      #expect(rows.bytes.array.contains(text: "correct horse"))
    }
  }

  private class Person: Codable {
    var secret = "tells everything"
  }
  private final class Friend: Person {}

  @Test func `an object is redacted by its own class, not by its declared type`() throws {
    let kept: [Person] = [Friend()]
    for rules in [Redaction(.type(Friend.self)), Redaction(.field("secret", of: Friend.self))] {
      #expect(try !everything(kept, rules).contains(text: "tells everything"))
    }
  }
}
