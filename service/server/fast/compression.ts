/**
 * Compression by Node's zlib: on its thread pool, so that compression does not block requests, except for
 * responses that are sent once.
 */
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
import type { Effort, Compression } from '#service/http/response/response-bytes.ts'

const [zip, compress] = [promisify(gzip), promisify(brotliCompress)]
// 5 is smaller than gzip and as fast; 11 saves a further tenth in a hundred times the time. 3 takes less than half the
// time of 5, is a fifth larger, and still smaller than gzip.
const qualities = { once: 3, quick: 5, most: 11 } as const
// 3 takes half the time of 6 and is a fifth larger; 1 takes a tenth less time than 3 and is a few percent larger.
const levels = { once: 1, quick: 3, most: 9 } as const
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants

/**
 * Responses that are sent once are compressed synchronously up to this many bytes: a quarter of a millisecond
 * for 64 KB. The round trip to the thread pool costs as much again and pays only if many requests share the
 * result.
 */
const mostHere = 128 * 1024
const isHere = ({ byteLength }: Uint8Array, effort: Effort) => effort === 'once' && byteLength <= mostHere

/**
 * Deflated heads up to a whole byte, cached with the head. What follows is compressed with the head as its
 * dictionary, so that both form one stream of the same size as if compressed together (RFC 1951, 3.2.4).
 */
const heads = new WeakMap<Uint8Array, { readonly packed: Uint8Array; readonly crc: number }>()
/** Effort for a head that many responses share: the default. */
const levelOfHeads = 6
/**
 * How much of a head what follows is compressed with. Deflate looks 32 KB back, and takes as long to read that in as to
 * compress what follows: with the last 4 KB it takes half of the time, for 4 % more bytes.
 */
const dictionaryBytes = 4 * 1024
/** Deflate, no name, no time, made on Unix (RFC 1952, 2.3). */
const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3)

export const nodeCompression: Compression = {
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

/** A Node buffer may be a view of a larger pool: cached bytes are copied out of it. */
const whole = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
