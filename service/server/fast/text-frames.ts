/**
 * Encoder of server WebSocket text frames (RFC 6455, 5.2) into reused memory: ws allocates new buffers and
 * makes two writes per frame, which dominates the cost of a feed with thousands of clients.
 */
import type { Duplex } from 'node:stream'

const slabSize = 256 * 1024
/** FIN bit and the opcode of a text frame. */
const finalText = 0x81
/** Size of the longest head, which has a length of eight bytes. */
const maxHeadBytes = 10
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const maxBytesPerUnit = 3
const comma = 44

export class TextFrames {
  #slab = Buffer.allocUnsafeSlow(slabSize)
  #at = 0

  /** Writes one frame. Safe between frames that ws writes to the socket, because each write is complete. */
  write(socket: Duplex, text: string): void {
    this.writeList(socket, text, noParts, '')
  }

  /** Writes one frame of `head`, the parts separated by commas, and `tail`. */
  writeList(socket: Duplex, head: string, parts: readonly string[], tail: string): void {
    let units = head.length + tail.length + parts.length
    for (const part of parts) units += part.length
    const maxBytes = maxHeadBytes + units * maxBytesPerUnit
    if (maxBytes > slabSize) {
      socket.write(frameIn(Buffer.allocUnsafe(maxBytes), 0, head, parts, tail))
      return
    }
    if (this.#at + maxBytes > slabSize) {
      this.#slab = Buffer.allocUnsafeSlow(slabSize)
      this.#at = 0
    }
    const frame = frameIn(this.#slab, this.#at, head, parts, tail)
    socket.write(frame)
    // If the socket has flushed the bytes, as for every fast client, their memory can be reused.
    if (socket.writableLength > 0) this.#at += maxHeadBytes + frame.length
  }
}

const noParts: readonly string[] = []

/** Writes the frame into memory at `start` or later. */
function frameIn(
  memory: Buffer,
  start: number,
  head: string,
  parts: readonly string[],
  tail: string,
): Buffer {
  const begin = start + maxHeadBytes
  let offset = begin + memory.write(head, begin)
  for (let index = 0; index < parts.length; index++) {
    if (index > 0) memory[offset++] = comma
    offset += memory.write(parts[index]!, offset)
  }
  offset += memory.write(tail, offset)
  return memory.subarray(writeHead(memory, begin, offset - begin), offset)
}

/** Writes the head before `begin`, the offset of a text of `length` bytes; returns the offset of the head. */
function writeHead(memory: Buffer, begin: number, length: number): number {
  const size = length < 126 ? 2 : length < 0x1_00_00 ? 4 : maxHeadBytes
  const offset = begin - size
  memory[offset] = finalText
  memory[offset + 1] = size === 2 ? length : size === 4 ? 126 : 127
  if (size === 4) memory.writeUInt16BE(length, offset + 2)
  if (size === maxHeadBytes) memory.writeBigUInt64BE(BigInt(length), offset + 2)
  return offset
}
