/**
 * Encoder of server WebSocket text frames (RFC 6455, 5.2) into reused memory: ws allocates new buffers and
 * makes two writes per frame, which dominates the cost of a feed with thousands of clients.
 */
import type { Duplex } from 'node:stream'

const slabSize = 256 * 1024
/** FIN bit and the opcode of a text frame. */
const finalText = 0x81
/** Size of the longest frame header, which has a length field of eight bytes. */
const maxHeaderBytes = 10
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const maxBytesPerUnit = 3
const comma = 44

export class TextFrames {
  #slab = Buffer.allocUnsafeSlow(slabSize)
  #offset = 0

  /** Writes one frame. Safe between frames that ws writes to the socket, because each write is complete. */
  write(socket: Duplex, text: string): void {
    this.writeList(socket, text, noParts, '')
  }

  /** Writes one frame of `head`, the parts separated by commas, and `tail`. */
  writeList(socket: Duplex, head: string, parts: readonly string[], tail: string): void {
    let codeUnits = head.length + tail.length + parts.length
    for (const part of parts) codeUnits += part.length
    const maxBytes = maxHeaderBytes + codeUnits * maxBytesPerUnit
    if (maxBytes > slabSize) {
      socket.write(frameIn(Buffer.allocUnsafe(maxBytes), 0, head, parts, tail))
      return
    }
    if (this.#offset + maxBytes > slabSize) {
      this.#slab = Buffer.allocUnsafeSlow(slabSize)
      this.#offset = 0
    }
    const frame = frameIn(this.#slab, this.#offset, head, parts, tail)
    socket.write(frame)
    // If the socket has flushed the bytes, as for every fast client, their memory can be reused.
    if (socket.writableLength > 0) this.#offset += maxHeaderBytes + frame.length
  }
}

const noParts: readonly string[] = []

/** Writes a frame into memory and returns it. It begins up to eight bytes after `start`. */
function frameIn(
  memory: Buffer,
  start: number,
  head: string,
  parts: readonly string[],
  tail: string,
): Buffer {
  const payloadStart = start + maxHeaderBytes
  let offset = payloadStart + memory.write(head, payloadStart)
  for (let index = 0; index < parts.length; index++) {
    if (index > 0) memory[offset++] = comma
    offset += memory.write(parts[index]!, offset)
  }
  offset += memory.write(tail, offset)
  return memory.subarray(writeHeader(memory, payloadStart, offset - payloadStart), offset)
}

/** Writes the header of a frame before its payload of `length` bytes. Returns the offset of the header. */
function writeHeader(memory: Buffer, payloadStart: number, length: number): number {
  const size = length < 126 ? 2 : length < 0x1_00_00 ? 4 : maxHeaderBytes
  const offset = payloadStart - size
  memory[offset] = finalText
  memory[offset + 1] = size === 2 ? length : size === 4 ? 126 : 127
  if (size === 4) memory.writeUInt16BE(length, offset + 2)
  if (size === maxHeaderBytes) memory.writeBigUInt64BE(BigInt(length), offset + 2)
  return offset
}
