/**
 * A connection to one client, independent of its transport: a WebSocket of Node, a WebSocket of MSW
 * in the mocks, or an array in tests.
 */
export type Connection = {
  send(text: string): void
  /**
   * Sends one message: `head`, the parts separated by commas, `tail`. Optional: without it, `send`
   * receives the concatenated text.
   */
  sendList?(head: string, parts: readonly string[], tail: string): void
  close(code: number, reason: string): void
  /** Number of bytes queued in the transport. Optional: without it, the queue counts as empty. */
  buffered?(): number
}
