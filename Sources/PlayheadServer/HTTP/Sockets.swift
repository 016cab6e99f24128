import Foundation

/// The system's calls for sockets on the loopback interface, all of them without waiting.
///
/// What differs between operating systems in this module is here. The part for Apple's systems has never been run.
enum Sockets {
  enum Family: Sendable { case v4, v6 }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let withoutSignal: Int32 = 0
  #elseif canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    private static let withoutSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let stream = SOCK_STREAM | SOCK_CLOEXEC
    private static let withoutSignal = Int32(MSG_NOSIGNAL)
  #endif

  /// Prepares a new socket or pipe: no child inherits it, and no call waits for it.
  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  private static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  // MARK: Listening

  /// A socket that listens at a port, 0 for any free one, of the loopback interface.
  static func listen(_ family: Family, port: UInt16) throws(SocketError) -> Int32 {
    let socket = Foundation.socket(family == .v4 ? AF_INET : AF_INET6, stream, 0)
    guard socket >= 0 else { throw SocketError() }
    prepare(socket)
    // Without this, a port is taken for some minutes after its server has ended.
    set(socket, SOL_SOCKET, SO_REUSEADDR, 1)
    if family == .v6 { set(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
    // Browsers try dozens of connections at once.
    guard bind(socket, family, port) == 0, Foundation.listen(socket, 128) == 0 else {
      let error = SocketError()
      close(socket)
      throw error
    }
    return socket
  }

  private static func bind(_ socket: Int32, _ family: Family, _ port: UInt16) -> Int32 {
    withAddress(family, port) { Foundation.bind(socket, $0, $1) }
  }

  /// Calls `body` with an address of the loopback interface.
  static func withAddress<T>(
    _ family: Family, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T
  ) -> T {
    func call<Address>(_ address: Address) -> T {
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }
    switch family {
    case .v4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
      return call(address)
    case .v6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      inet_pton(AF_INET6, "::1", &address.sin6_addr)
      return call(address)
    }
  }

  /// The port of a socket of the family IPv4.
  static func port(of socket: Int32) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(socket, $0, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  // MARK: Connections

  /// The most bytes that the system keeps for a client that does not read.
  private static let sendBuffer: Int32 = 256 << 10

  /// The next connection; nil if there is none now. Throws if the process has no descriptor left, for example.
  static func accept(_ listener: Int32) throws(SocketError) -> Int32? {
    let socket = Foundation.accept(listener, nil, nil)
    guard socket >= 0 else {
      // The client may have gone before.
      if [EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno) { return nil }
      throw SocketError()
    }
    prepare(socket)
    set(socket, SOL_SOCKET, SO_SNDBUF, sendBuffer)
    // A short line of an answer must not wait for the next.
    set(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    #if canImport(Darwin)
      set(socket, SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
    return socket
  }

  /// A connection to a port of the loopback interface.
  static func connect(_ family: Family, port: UInt16) throws(SocketError) -> Int32 {
    let socket = Foundation.socket(family == .v4 ? AF_INET : AF_INET6, stream, 0)
    guard socket >= 0 else { throw SocketError() }
    // Connecting to this machine takes no time, so it may wait.
    guard withAddress(family, port, { Foundation.connect(socket, $0, $1) }) == 0 else {
      let error = SocketError()
      close(socket)
      throw error
    }
    prepare(socket)
    #if canImport(Darwin)
      set(socket, SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
    return socket
  }

  /// The result of reading or writing.
  enum Transfer: Equatable {
    case bytes(Int)
    /// Nothing can be read or written now.
    case wait
    /// The other end has closed its side, or the connection is broken.
    case end

    fileprivate init(_ count: Int) {
      switch count {
      case 1...: self = .bytes(count)
      case 0: self = .end
      default: self = [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .wait : .end
      }
    }
  }

  static func read(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    Transfer(recv(socket, buffer.baseAddress, buffer.count, 0))
  }

  /// Writes as many bytes as the system takes. There must be at least one.
  static func write(_ socket: Int32, _ bytes: ArraySlice<UInt8>) -> Transfer {
    Transfer(bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, withoutSignal) })
  }

  /// Ends this side of a connection. The other side can still send.
  static func endWriting(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_WR)) }

  // MARK: Waiting

  /// Waits until something happens at one of the descriptors, or for this time.
  static func wait(for descriptors: inout [pollfd], _ time: Duration?) {
    let milliseconds = time.map { max(.zero, $0) / .milliseconds(1) }
    let limit = milliseconds.map { Int32(clamping: Int64($0.rounded(.up))) } ?? -1
    _ = poll(&descriptors, nfds_t(descriptors.count), limit)
  }

  /// The ends of a pipe that wakes a thread in ``wait(for:_:)``.
  static func makePipe() throws(SocketError) -> (exit: Int32, entry: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SocketError() }
    for end in ends { prepare(end) }
    return (ends[0], ends[1])
  }
}

/// Why the system refuses a call.
struct SocketError: Error {
  let code = errno

  var reason: String { String(cString: strerror(code)) }
}
