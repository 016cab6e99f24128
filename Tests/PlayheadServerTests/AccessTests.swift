import FluxTesting
import Foundation
import PlayheadInspector
import Testing

@testable import PlayheadServer

/// Who gets an answer: nobody but the server's own page and programs that know its address.
@Suite struct AccessTests {
  @Test func `the page comes with headers that keep other pages away from it`() throws {
    let served = try ServedLog.feed()
    let reply = try served.reply("GET", nil, ["Sec-Fetch-Site": "none"])
    #expect(reply.status == 200 && reply.isWhole)
    #expect(reply.headers["content-type"] == "text/html; charset=utf-8")
    #expect(reply.text.hasPrefix("<!DOCTYPE html>"))
    let policy = try #require(reply.headers["content-security-policy"])
    let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([0-9a-f-]{36})'/)).output.1
    #expect(reply.text.contains("<script type=\"module\" nonce=\"\(nonce)\">"))
    #expect(policy.hasPrefix("default-src 'none';") && policy.contains("frame-ancestors 'none'"))
    let others = [
      "cache-control": "no-store", "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer", "cross-origin-resource-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin", "connection": "close",
    ]
    for (name, value) in others { #expect(reply.headers[name] == value) }
  }

  @Test(arguments: ["127.0.0.1", "localhost", "[::1]"])
  func `a server answers to each of its names and from its own page`(name: String) throws {
    let served = try ServedLog.feed()
    let host = "\(name):\(served.port)"
    let headers = [
      "Host": host, "Origin": "http://\(host)", "Sec-Fetch-Site": "same-origin",
    ]
    #expect(try served.reply("GET", served.path + "actions", headers).status == 200)
  }

  @Test func `a server listens at both addresses of this machine`() throws {
    let served = try ServedLog.feed()
    guard let client = try? served.client(.v6) else { return }  // There is no IPv6 here.
    client.send(served.request())
    #expect(try client.reply().status == 200)
  }

  /// Headers of requests of others, and the status with which each is refused. PORT is the server's port.
  private static let foreign: [(headers: [String: String], status: Int)] = [
    // Names that lead here after their owner has changed them, and such as only look right.
    (["Host": "evil.example:PORT"], 421), (["Host": "127.0.0.1"], 421), (["Host": ""], 421),
    (["Host": "localhost6:PORT"], 421), (["Host": "127.0.0.1.evil.example:PORT"], 421),
    (["Host": "127.0.0.1:1"], 421), (["Host": "127.1:PORT"], 421), (["Host": "0.0.0.0:PORT"], 421),
    (["Host": "LOCALHOST:PORT"], 421), (["Host": "127.0.0.1:PORT, evil.example"], 421),
    (["Host": "evil.example@127.0.0.1:PORT"], 421), (["Host": "[::1]"], 421),
    // Pages of others.
    (["Origin": "https://evil.example"], 403), (["Origin": "null"], 403), (["Origin": ""], 403),
    (["Origin": "http://127.0.0.1"], 403), (["Origin": "https://127.0.0.1:PORT"], 403),
    (["Origin": "http://127.0.0.1:PORT.evil.example"], 403), (["Origin": "file://"], 403),
    (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
    (["Sec-Fetch-Site": ""], 403),
    (["Origin": "http://127.0.0.1:PORT", "Sec-Fetch-Site": "cross-site"], 403),
  ]

  @Test(arguments: [false, true])
  func `a request with a foreign name or from a foreign page is refused`(isRunning: Bool) throws {
    let served = try ServedLog.made(isRunning)
    for (headers, status) in Self.foreign {
      let headers = headers.mapValues { $0.replacing("PORT", with: "\(served.port)") }
      for path in ["", "actions"] {
        let reply = try served.reply("GET", served.path + path, headers)
        #expect(reply.status == status && reply.isWhole, "\(headers)")
        #expect(!reply.headers.keys.contains { $0.hasPrefix("access-control") })
      }
      let json = ["Content-Type": "application/json"].merging(headers) { $1 }
      let body = #"{"ask":"overview","with":{}}"#
      #expect(try served.reply("POST", served.path + "ask", json, body).status == status)
    }
    #expect(try served.ask(#"{"ask":"overview","with":{}}"#).status == 200)
  }

  /// What a page may send to any address without asking first, among others.
  @Test(arguments: [
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "",
    "application/jsonx", "text/json", "text/plain; application/json",
    "application/json, text/plain",
  ])
  func `a question that is not sent as JSON is refused`(type: String) throws {
    let served = try ServedLog.feed()
    let body = #"{"ask":"overview","with":{}}"#
    let headers = ["Content-Type": type]
    #expect(try served.reply("POST", served.path + "ask", headers, body).status == 415)
    #expect(try served.reply("POST", served.path + "ask", [:], body).status == 415)
    let json = ["Content-Type": "Application/JSON; charset=utf-8"]
    #expect(try served.reply("POST", served.path + "ask", json, body).status == 200)
  }

  @Test(arguments: [false, true])
  func `a path that is not written as in the address leads nowhere`(isRunning: Bool) throws {
    let served = try ServedLog.made(isRunning)
    let token = String(served.path.dropFirst().dropLast())
    let wrong = [
      "/", "//", "/actions", "/ask", "/\(token)", "//\(token)/", "/\(token)//", "/\(token)/.",
      "/\(token)/../\(token)/", "/./\(token)/", "/%2e/\(token)/", "/\(token)/%61ctions",
      "/\(token)/actions/", "/\(token)/Actions", "/\(token.uppercased())x/", "/\(token)\\",
      "/\(token.dropLast())/", "/\(token)0/", "/\(token)/../../../etc/passwd",
      "/\(String(repeating: "0", count: 32))/", "/\(token)/page.html", "/;/\(token)/",
      "/\(token);/", "/\(token)/actions%00", "/\(token)/#", "/favicon.ico",
    ]
    for path in wrong {
      let reply = try served.reply("GET", path)
      #expect(reply.status == 404, "\(path)")
      #expect(!reply.text.contains(token))
    }
  }

  @Test func `a token that differs in any one digit is wrong`() throws {
    var random = SystemRandomNumberGenerator()
    let token = Token(using: &random)
    #expect(token.description.count == 32 && token.path(below: "/\(token)/a/b") == "a/b")
    for place in token.description.indices {
      var other = Array(token.description)
      let index = token.description.distance(from: token.description.startIndex, to: place)
      other[index] = other[index] == "0" ? "1" : "0"
      #expect(token.path(below: "/\(String(other))/") == nil)
    }
    #expect(token.path(below: "/\(token)") == nil && token.path(below: "") == nil)
  }

  @Test(arguments: [
    ("POST", "", 405), ("POST", "actions", 405), ("GET", "ask", 405), ("OPTIONS", "ask", 405),
    ("HEAD", "", 405), ("DELETE", "", 405), ("GET", "actions?after=x", 400),
    ("GET", "actions?from=1", 400), ("GET", "actions?after=-1", 400),
    ("GET", "actions?after=1&b", 400), ("GET", "actions?after=99999999999999999999", 400),
  ])
  func `a wrong method and a malformed query are refused`(
    method: String, path: String, status: Int
  ) throws {
    let served = try ServedLog.feed()
    let body = method == "POST" ? "{}" : nil
    let reply = try served.reply(method, served.path + path, [:], body)
    #expect(reply.status == status)
    #expect(reply.headers["allow"] != nil || status != 405)
  }

  @Test func `the address is in a file that only its owner can read, until the server ends`()
    throws
  {
    let served = try ServedLog.feed()
    let file = served.log + ".address"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == served.server.address + "\n")
    var facts = stat()
    #expect(lstat(file, &facts) == 0 && facts.st_mode & 0o7777 == 0o600)
    served.server.stop()
    #expect(lstat(file, &facts) != 0)
  }

  @Test func `the file of an address replaces a link and leaves what it leads to alone`() throws {
    let served = try ServedLog.feed()
    let file = served.log + ".address"
    served.server.stop()
    let target = served.folder.appending(path: "target").path
    try Data("mine".utf8).write(to: URL(filePath: target))
    #expect(symlink(target, file) == 0)
    let server = try SessionServer([ServedSession(served.log) { nil }])
    #expect(try String(contentsOfFile: file, encoding: .utf8) == server.address + "\n")
    // Another server has taken the file's place.
    let second = try SessionServer([ServedSession(served.log) { nil }])
    server.stop()
    #expect(try String(contentsOfFile: file, encoding: .utf8) == second.address + "\n")
    second.stop()
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
  }

  @Test func `a server has the address of one that was killed, unless another user may know it`()
    throws
  {
    let served = try ServedLog.feed()
    let former = served.server.address
    served.server.stop()
    let file = served.log + ".address"
    func next(_ mode: mode_t, _ text: String) throws -> String {
      unlink(file)
      try Data(text.utf8).write(to: URL(filePath: file))
      chmod(file, mode)
      let server = try SessionServer([ServedSession(served.log) { nil }])
      defer { server.stop() }
      return server.address
    }
    #expect(try next(0o600, former + "\n") == former)
    #expect(try next(0o644, former + "\n") != former)
    for text in ["", "\n", former, "x\(former)\n", former.uppercased() + "\n", "\(former)\n\n"] {
      #expect(try next(0o600, text) != former, "\(text)")
    }
    // The port is taken by now.
    let other = try ServedLog.feed(port: served.port)
    #expect(other.port == served.port)
    #expect(try next(0o600, former + "\n") != former)
  }

  @Test func `a server of several logs has a list of them and each below its number`() throws {
    let (one, other) = (try ServedLog.feed(), try ServedLog.editor(actions: 2))
    try other.close()
    let logs = [one.log, other.log]
    let server = try SessionServer(logs.map { ServedSession($0) { nil } })
    defer { server.stop() }
    let address = try #require(URLComponents(string: server.address))
    func reply(_ path: String, _ method: String = "GET") throws -> RawReply {
      let port = UInt16(address.port ?? 0)
      let client = try RawClient(port)
      client.send(
        "\(method) \(address.path)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
          + (method == "POST" ? "Content-Length: 0\r\n\r\n" : "\r\n"))
      return try client.reply()
    }
    let list = try reply("").text
    #expect(list.contains("<a href=\"0/\">") && list.contains("<a href=\"1/\">"), "\(list)")
    #expect(list.contains("<td>feed</td>"), "\(list)")
    #expect(try reply("0/").text.contains("<script type=\"module\""))
    let events = try ServerEvent.all(in: reply("1/actions").text)
    #expect(events.map(\.id) == ["1", "2", "closed"])
    for path in ["2/", "0", "actions", "ask", "/", "0/0/", "00/"] {
      #expect(try reply(path).status == 404, "\(path)")
    }
    #expect(try reply("", "POST").status == 405)
    #expect(
      try String(contentsOfFile: logs[1] + ".address", encoding: .utf8) == "\(server.address)1/\n")
  }

  @Test func `two servers have different secrets, and a port can serve one of them`() throws {
    let (one, other) = (try ServedLog.feed(), try ServedLog.feed())
    #expect(one.path != other.path && one.port != other.port)
    #expect(throws: ServerError.portTaken(one.port)) { try ServedLog.feed(port: one.port) }
    let port = one.port
    one.server.stop()
    #expect(try ServedLog.feed(port: port).port == port)
  }
}
