extension Drawer {
  /// Gives the money back, also for what was never sold: that is the mistake.
  mutating func refund(_ refund: Refund) {
    total -= refund.price
    sold[refund.article, default: 0] -= 1
  }
}
