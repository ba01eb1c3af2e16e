/** A connection to one client, independent of its transport: WebSockets on Node, MSW's in the mock, arrays in tests. */
export type Connection = {
  send(text: string): void
  /**
   * Sends one text: `head`, the parts separated by commas, `tail`. Optional: without it `send` receives the
   * whole text.
   */
  sendList?(head: string, parts: readonly string[], tail: string): void
  close(code: number, reason: string): void
  /** Bytes that are queued in the transport. */
  buffered?(): number
}
