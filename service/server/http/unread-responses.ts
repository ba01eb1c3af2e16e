/**
 * Limits the bytes of responses that clients have not read. Over TLS each of them has its own encrypted copy, and results
 * for a position have their own bytes in any case, so requests without a reader would fill the memory.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Http2ServerRequest } from 'node:http2'
import type { Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { addressBlock, isAddressAllowed } from '#service/access/address.ts'
import { unreadLimits } from '#service/shared/limits.ts'
import type { UnreadLimits } from '#service/shared/limits.ts'
import type { ReportConnection } from './connection-reports.ts'

/** A connection of HTTP/1.1, or a session of HTTP/2. */
type Connection = Socket | Http2Session

/** A connection whose unread responses are counted. A response counts in full until its last byte is sent. */
type Reader = {
  readonly connection: Connection
  readonly block: string
  responseCount: number
  bytes: number
  isClosed: boolean
}
type Block = { readonly readers: Set<Reader>; bytes: number }

/** Counts a response whose end was just written. `bytes`: length of its body. */
export type CountResponse = (outgoing: ServerResponse, bytes: number) => void

/**
 * Creates the limit. It closes a connection with too many unread bytes, unless they are of a single response, and the
 * connection with the most of an address block with too many. Connections of trusted proxies are never closed, because
 * each has the responses of many callers.
 */
export function createUnreadLimit(
  trustedProxies: readonly string[],
  { connectionBytes, addressBytes }: UnreadLimits = unreadLimits,
  report: ReportConnection = () => {},
): CountResponse {
  /** Null for a connection of a trusted proxy. */
  const readers = new WeakMap<Connection, Reader | null>()
  /** Address blocks with unread responses. */
  const blocks = new Map<string, Block>()

  const add = (reader: Reader, bytes: number): Block => {
    let block = blocks.get(reader.block)
    if (!block) blocks.set(reader.block, (block = { readers: new Set(), bytes: 0 }))
    block.readers.add(reader)
    block.bytes += bytes
    reader.bytes += bytes
    reader.responseCount++
    return block
  }
  const remove = (reader: Reader, bytes: number) => {
    const block = blocks.get(reader.block)!
    block.bytes -= bytes
    reader.bytes -= bytes
    reader.responseCount--
    if (reader.bytes > 0) return
    block.readers.delete(reader)
    if (block.readers.size === 0) blocks.delete(reader.block)
  }
  const onClosed = (reader: Reader) => {
    if (reader.isClosed) return
    reader.isClosed = true
    if (reader.bytes > 0) remove(reader, reader.bytes)
  }
  const close = (reader: Reader, cause: 'unread' | 'unread-address') => {
    onClosed(reader)
    report(cause, reader.block)
    reader.connection.destroy()
  }
  const readerOf = (incoming: IncomingMessage): Reader | null => {
    const connection = connectionOf(incoming)
    if (!connection) return null
    const known = readers.get(connection)
    if (known !== undefined) return known
    const { remoteAddress } = incoming.socket
    const reader = isAddressAllowed(remoteAddress, trustedProxies)
      ? null
      : { connection, block: addressBlock(remoteAddress), responseCount: 0, bytes: 0, isClosed: false }
    readers.set(connection, reader)
    // Node emits no event for responses that still wait for others.
    if (reader) connection.once('close', () => onClosed(reader))
    return reader
  }
  return (outgoing, bytes) => {
    if (isSent(outgoing)) return
    const reader = readerOf(outgoing.req)
    if (!reader || reader.isClosed) return
    const block = add(reader, bytes)
    outgoing.once('close', () => {
      if (!reader.isClosed) remove(reader, bytes)
    })
    if (reader.responseCount > 1 && reader.bytes > connectionBytes) return close(reader, 'unread')
    while (block.bytes > addressBytes) close(largestOf(block), 'unread-address')
  }
}

/** The connection of a request; undefined if it is closed. */
const connectionOf = (incoming: IncomingMessage): Connection | undefined => {
  const request: unknown = incoming
  return request instanceof Http2ServerRequest ? request.stream.session : incoming.socket
}

/** Whether the system has accepted the whole response. Over HTTP/2 it never has so soon. */
const isSent = ({ socket, req }: ServerResponse): boolean =>
  socket?.writableLength === 0 && !((req as unknown) instanceof Http2ServerRequest)

const largestOf = ({ readers }: Block): Reader =>
  [...readers].reduce((largest, reader) => (reader.bytes > largest.bytes ? reader : largest))
