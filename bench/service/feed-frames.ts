/**
 * A minimal client side of WebSocket (RFC 6455), so that one core of the load generator handles thousands of
 * clients: payloads are skipped unless requested. No fragments: the service sends none.
 */

export const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const

/** Encodes a client frame. The mask is zero, so the payload stays unchanged. */
export function clientFrame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text)
  if (payload.length > 0xff_ff) throw new Error('the payload is longer than 65,535 bytes')
  const isShort = payload.length < 126
  const head = Buffer.alloc(isShort ? 6 : 8)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (isShort ? payload.length : 126)
  if (!isShort) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

/** Called at the start of each frame; a returned function receives the payload. */
export type OnFrame = (opcode: number) => ((payload: Buffer) => void) | undefined

/** Parses the frames of one connection from chunks of any size. */
export class FrameReader {
  /** The beginning of a frame of unknown length. */
  #head: Buffer = empty
  /** Remaining bytes of the current frame. */
  #remaining = 0
  #onPayload: ((payload: Buffer) => void) | undefined
  #payload: Buffer[] = []

  /** Keeps no reference to the chunk, so the caller may reuse its memory. */
  push(chunk: Buffer, onFrame: OnFrame): void {
    let offset = 0
    while (offset < chunk.length) {
      if (this.#remaining > 0) {
        offset = this.#consume(chunk, offset)
        continue
      }
      const bytes =
        this.#head.length > 0 ? Buffer.concat([this.#head, chunk.subarray(offset)]) : chunk.subarray(offset)
      const size = frameSize(bytes)
      if (!size) {
        this.#head = Buffer.from(bytes)
        return
      }
      offset += size.head - this.#head.length
      this.#head = empty
      this.#remaining = size.payload
      this.#onPayload = onFrame(bytes[0]! & 15)
      if (size.payload === 0) this.#finishFrame()
    }
  }

  #consume(chunk: Buffer, start: number): number {
    const end = Math.min(chunk.length, start + this.#remaining)
    if (this.#onPayload) this.#payload.push(Buffer.from(chunk.subarray(start, end)))
    this.#remaining -= end - start
    if (this.#remaining === 0) this.#finishFrame()
    return end
  }

  #finishFrame(): void {
    this.#onPayload?.(Buffer.concat(this.#payload))
    this.#onPayload = undefined
    this.#payload = []
  }
}

const empty = Buffer.alloc(0)

/** Size of a frame's header and payload; undefined if the header is incomplete. */
function frameSize(bytes: Buffer): { head: number; payload: number } | undefined {
  if (bytes.length < 2) return undefined
  const shortLength = bytes[1]! & 127
  if (shortLength < 126) return { head: 2, payload: shortLength }
  const head = shortLength === 126 ? 4 : 10
  if (bytes.length < head) return undefined
  return { head, payload: shortLength === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)) }
}
