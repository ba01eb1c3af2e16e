/**
 * Encoder of server WebSocket text frames (RFC 6455, 5.2) into reused memory: ws allocates new buffers and
 * makes two writes per frame, which dominates the cost of a feed with thousands of clients.
 */
import type { Duplex } from 'node:stream'

const slabSize = 256 * 1024
/** FIN and the opcode of a text. */
const finalText = 0x81
/** The longest head: a length of eight bytes. */
const headRoom = 10
/** UTF-8 of one unit of a string. */
const mostOfUnit = 3
const comma = 44

export class TextFrames {
  #slab = Buffer.allocUnsafeSlow(slabSize)
  #at = 0

  /** Call it between frames that others write to the socket: their writes are complete when they return. */
  write(socket: Duplex, text: string): void {
    this.writeList(socket, text, none, '')
  }

  /** One frame: `head`, the parts with commas between them, `tail`. */
  writeList(socket: Duplex, head: string, parts: readonly string[], tail: string): void {
    let units = head.length + tail.length + parts.length
    for (const part of parts) units += part.length
    const room = headRoom + units * mostOfUnit
    if (room > slabSize) {
      socket.write(frameIn(Buffer.allocUnsafe(room), 0, head, parts, tail))
      return
    }
    if (this.#at + room > slabSize) {
      this.#slab = Buffer.allocUnsafeSlow(slabSize)
      this.#at = 0
    }
    const frame = frameIn(this.#slab, this.#at, head, parts, tail)
    socket.write(frame)
    // Memory of bytes that were flushed at once, as for every fast client, can be reused.
    if (socket.writableLength > 0) this.#at += headRoom + frame.length
  }
}

const none: readonly string[] = []

/** Writes the frame into memory at `from` or later. */
function frameIn(memory: Buffer, from: number, head: string, parts: readonly string[], tail: string): Buffer {
  const begin = from + headRoom
  let at = begin + memory.write(head, begin)
  for (let index = 0; index < parts.length; index++) {
    if (index > 0) memory[at++] = comma
    at += memory.write(parts[index]!, at)
  }
  at += memory.write(tail, at)
  return memory.subarray(writeHead(memory, begin, at - begin), at)
}

/** Writes the head before `begin`, the offset of a text of `length` bytes; returns the offset of the head. */
function writeHead(memory: Buffer, begin: number, length: number): number {
  const size = length < 126 ? 2 : length < 0x1_00_00 ? 4 : headRoom
  const at = begin - size
  memory[at] = finalText
  memory[at + 1] = size === 2 ? length : size === 4 ? 126 : 127
  if (size === 4) memory.writeUInt16BE(length, at + 2)
  if (size === headRoom) memory.writeBigUInt64BE(BigInt(length), at + 2)
  return at
}
