/**
 * A minimal client side of WebSocket (RFC 6455), so that one core of the load generator handles thousands of
 * clients: payloads are skipped unless requested. No fragments: the service sends none.
 */

export const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const

/** A frame of a client. It is masked with zeros, which leaves it as it is. */
export function clientFrame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text)
  if (payload.length > 0xff_ff) throw new Error('too long a frame')
  const isShort = payload.length < 126
  const head = Buffer.alloc(isShort ? 6 : 8)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (isShort ? payload.length : 126)
  if (!isShort) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

/** Called at the start of each frame; a returned function receives the payload. */
export type OnFrame = (opcode: number) => ((payload: Buffer) => void) | undefined

/** Reads the frames of one connection from its chunks, wherever these are cut. */
export class FrameReader {
  /** The beginning of a frame of unknown length. */
  #head: Buffer = empty
  /** Bytes of the present frame that are still to come. */
  #toCome = 0
  #wanted: ((payload: Buffer) => void) | undefined
  #payload: Buffer[] = []

  /** A chunk may be used again by its owner afterwards. */
  read(chunk: Buffer, onFrame: OnFrame): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#toCome > 0) {
        at = this.#take(chunk, at)
        continue
      }
      const rest =
        this.#head.length > 0 ? Buffer.concat([this.#head, chunk.subarray(at)]) : chunk.subarray(at)
      const size = sizeOf(rest)
      if (!size) {
        this.#head = Buffer.from(rest)
        return
      }
      at += size.head - this.#head.length
      this.#head = empty
      this.#toCome = size.payload
      this.#wanted = onFrame(rest[0]! & 15)
      if (size.payload === 0) this.#end()
    }
  }

  #take(chunk: Buffer, from: number): number {
    const to = Math.min(chunk.length, from + this.#toCome)
    if (this.#wanted) this.#payload.push(Buffer.from(chunk.subarray(from, to)))
    this.#toCome -= to - from
    if (this.#toCome === 0) this.#end()
    return to
  }

  #end(): void {
    this.#wanted?.(Buffer.concat(this.#payload))
    this.#wanted = undefined
    this.#payload = []
  }
}

const empty = Buffer.alloc(0)

/** How long a frame is, once its beginning tells. */
function sizeOf(bytes: Buffer): { head: number; payload: number } | undefined {
  if (bytes.length < 2) return undefined
  const short = bytes[1]! & 127
  if (short < 126) return { head: 2, payload: short }
  const head = short === 126 ? 4 : 10
  if (bytes.length < head) return undefined
  return { head, payload: short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)) }
}
