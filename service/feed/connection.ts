/** The way to one client, and what has gone over it. */
import type { ServerFrame } from '#contract/feed.ts'
import type { Metrics } from '#service/settings/metrics.ts'

/** One client's connection. */
export type Connection = {
  send(text: string): void
  close(code: number, reason: string): void
  /** Bytes that were sent and have not left yet. */
  buffered?(): number
}

/** Writes frames to a connection and counts them. */
export type Sender = {
  send(frame: ServerFrame): void
  /** A frame that is JSON already. */
  sendText(text: string): void
  /** When the last frame was sent, milliseconds since 1970; when the connection opened, before the first. */
  lastSentAt(): number
}

export function createSender(
  connection: Connection,
  metrics: Pick<Metrics, 'feedFrames'>,
  now: () => number,
): Sender {
  let sentAt = now()
  const sendText = (text: string) => {
    sentAt = now()
    metrics.feedFrames(1)
    connection.send(text)
  }
  return {
    send: (frame) => sendText(JSON.stringify(frame)),
    sendText,
    lastSentAt: () => sentAt,
  }
}
