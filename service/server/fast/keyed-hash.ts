/**
 * Synchronous variant of the keyed hash (access/credentials/hashing.ts): through the thread pool it takes ten
 * times as long. HMAC-SHA-256 (RFC 2104) from two one-shot hashes: an `Hmac` object per call costs more to
 * collect than to compute. A test compares it with Node's own.
 */
import { hash } from 'node:crypto'
import type { Hash } from '#service/access/credentials/hashing.ts'

/** Of SHA-256, bytes. */
const blockSize = 64
const digestSize = 32
/** Longer inputs than any credential use separate memory. */
const mostKept = 1024

/** `pepper`: 32 random bytes. */
export function nodeKeyedHash(pepper: Uint8Array): Hash {
  const padded = (pad: number, more: number) => {
    const block = Buffer.alloc(blockSize + more)
    for (let at = 0; at < blockSize; at++) block[at] = (pepper[at] ?? 0) ^ pad
    return block
  }
  const [inner, outer] = [padded(0x36, mostKept), padded(0x5c, digestSize)]
  return (secret) => {
    const length = Buffer.byteLength(secret)
    const text =
      length <= mostKept ? inner : Buffer.concat([inner.subarray(0, blockSize)], blockSize + length)
    text.write(secret, blockSize)
    // By way of a string of bytes: a buffer for each of them takes three times as long. (`binary` is what types call `latin1` here.)
    outer.write(hash('sha256', text.subarray(0, blockSize + length), 'binary'), blockSize, 'latin1')
    return hash('sha256', outer, 'hex')
  }
}
