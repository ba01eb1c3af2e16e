/** Compression by Node's own: on its threads, so that who compresses keeps nobody else waiting, but for what is sent once. */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  gzip,
  gzipSync,
} from 'node:zlib'
import type { BrotliOptions } from 'node:zlib'
import type { Effort, Packing } from '#service/http/response/response-bytes.ts'

const [zip, compress] = [promisify(gzip), promisify(brotliCompress)]
// 5 is smaller than gzip and as fast; 11 takes a tenth off that, and a hundred times as long. 3 takes less than half of
// the time of 5, makes a fifth more of it, and is smaller than gzip still.
const qualities = { once: 3, quick: 5, most: 11 } as const
// 3 takes half of the time of 6, and makes a fifth more of it; 1 takes a tenth less than 3, for a few percent more.
const levels = { once: 1, quick: 3, most: 9 } as const
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants

/**
 * What is sent once is compressed where it is made, up to so many bytes: a quarter of a millisecond for 64 KB. The way to
 * another thread and back costs as much again, which is well spent only where many are served by it.
 */
const mostHere = 128 * 1024
const isHere = ({ byteLength }: Uint8Array, effort: Effort) => effort === 'once' && byteLength <= mostHere

/**
 * Heads as deflate has them up to a whole byte, for as long as they are kept. What comes after one is compressed as if the
 * head had just been: so the two together are one stream, and as small as if they had been compressed together (RFC 1951, 3.2.4).
 */
const heads = new WeakMap<Uint8Array, { readonly packed: Uint8Array; readonly crc: number }>()
/** Once for many: as the default. */
const levelOfHeads = 6
/**
 * How much of a head what follows is compressed with. Deflate looks 32 KB back, and takes as long to read that in as to
 * compress what follows: with the last 4 KB it takes half of the time, for 4 % more bytes.
 */
const dictionaryBytes = 4 * 1024
/** Deflate, no name, no time, made on Unix (RFC 1952, 2.3). */
const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3)

export const packing: Packing = {
  gzip(bytes, effort) {
    const options = { level: levels[effort] }
    return isHere(bytes, effort) ? whole(gzipSync(bytes, options)) : zip(bytes, options).then(whole)
  },
  brotli(bytes, effort) {
    const options: BrotliOptions = {
      params: {
        [BROTLI_PARAM_QUALITY]: qualities[effort],
        [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
        [BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }
    return isHere(bytes, effort)
      ? whole(brotliCompressSync(bytes, options))
      : compress(bytes, options).then(whole)
  },
  gzipAfter(head, rest) {
    let known = heads.get(head)
    if (!known) {
      const packed = deflateRawSync(head, { level: levelOfHeads, finishFlush: constants.Z_SYNC_FLUSH })
      heads.set(head, (known = { packed, crc: crc32(head) }))
    }
    const packed = deflateRawSync(rest, { level: levels.once, dictionary: head.subarray(-dictionaryBytes) })
    const end = gzipHeader.length + known.packed.length + packed.length
    const whole = new Uint8Array(end + 8)
    whole.set(gzipHeader)
    whole.set(known.packed, gzipHeader.length)
    whole.set(packed, gzipHeader.length + known.packed.length)
    const trailer = new DataView(whole.buffer, end)
    trailer.setUint32(0, crc32(rest, known.crc), true)
    trailer.setUint32(4, head.length + rest.length, true)
    return whole
  },
  digest: (bytes) => hash('sha256', bytes, 'base64url').slice(0, 22),
}

/** Node's buffers may hold more memory than what they show: what is kept is kept by itself. */
const whole = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
