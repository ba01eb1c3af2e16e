/**
 * A minimal WebSocket client codec (RFC 6455), so that one core of the load generator handles
 * thousands of clients. It skips payloads unless the caller wants them, and does not support
 * fragments, because the service sends none.
 */

export const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const

/**
 * Encodes a client frame. The mask is zero, so the payload stays unchanged.
 *
 * @throws Error if the payload is longer than 65,535 bytes
 */
export function clientFrame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text)
  if (payload.length > 0xff_ff)
    throw new Error(`the payload has ${payload.length} bytes, expected at most 65,535`)
  const isShort = payload.length < 126
  const head = Buffer.alloc(isShort ? 6 : 8)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (isShort ? payload.length : 126)
  if (!isShort) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

/**
 * Called at the start of each frame. If it returns a function, that function receives the payload.
 */
export type OnFrame = (opcode: number) => ((payload: Buffer) => void) | undefined

/** Parses the frames of one connection from chunks of any size. */
export class FrameReader {
  /** Received part of a header that is not complete yet. */
  #partialHeader: Buffer = empty
  /** Bytes of the current payload that have not been received yet. */
  #remainingBytes = 0
  #onPayload: ((payload: Buffer) => void) | undefined
  #payloadChunks: Buffer[] = []

  /** Keeps no reference to the chunk, so the caller may reuse its memory. */
  push(chunk: Buffer, onFrame: OnFrame): void {
    let offset = 0
    while (offset < chunk.length) {
      if (this.#remainingBytes > 0) {
        offset = this.#consume(chunk, offset)
        continue
      }
      const bytes =
        this.#partialHeader.length > 0
          ? Buffer.concat([this.#partialHeader, chunk.subarray(offset)])
          : chunk.subarray(offset)
      const size = frameSize(bytes)
      if (!size) {
        this.#partialHeader = Buffer.from(bytes)
        return
      }
      offset += size.header - this.#partialHeader.length
      this.#partialHeader = empty
      this.#remainingBytes = size.payload
      this.#onPayload = onFrame(bytes[0]! & 15)
      if (size.payload === 0) this.#finishFrame()
    }
  }

  /** Consumes payload from `start`. Returns the offset after it. */
  #consume(chunk: Buffer, start: number): number {
    const end = Math.min(chunk.length, start + this.#remainingBytes)
    if (this.#onPayload) this.#payloadChunks.push(Buffer.from(chunk.subarray(start, end)))
    this.#remainingBytes -= end - start
    if (this.#remainingBytes === 0) this.#finishFrame()
    return end
  }

  #finishFrame(): void {
    this.#onPayload?.(Buffer.concat(this.#payloadChunks))
    this.#onPayload = undefined
    this.#payloadChunks = []
  }
}

const empty = Buffer.alloc(0)

/** Bytes of a frame's header and payload; undefined if the header is incomplete. */
function frameSize(bytes: Buffer): { header: number; payload: number } | undefined {
  if (bytes.length < 2) return undefined
  const shortLength = bytes[1]! & 127
  if (shortLength < 126) return { header: 2, payload: shortLength }
  const header = shortLength === 126 ? 4 : 10
  if (bytes.length < header) return undefined
  return { header, payload: shortLength === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)) }
}
