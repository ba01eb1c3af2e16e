/**
 * Compression with Node's zlib. It uses the thread pool, so that it does not block requests, except for responses
 * that are sent once.
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
import type { Effort, Compression } from '#service/http/response/response-serializer.ts'

const [gzipAsync, brotliAsync] = [promisify(gzip), promisify(brotliCompress)]
// Brotli 5 is smaller than gzip and as fast; 11 saves a further tenth but takes a hundred times as long. 3 takes less
// than half the time of 5; its result is a fifth larger, but still smaller than gzip.
const qualities = { once: 3, quick: 5, most: 11 } as const
// Gzip 3 takes half the time of 6 and is a fifth larger; 1 takes a tenth less time than 3 and is a few percent larger.
const levels = { once: 1, quick: 3, most: 9 } as const
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants

/**
 * Responses that are sent once are compressed synchronously up to this many bytes: a quarter of a millisecond
 * for 64 KB. The round trip to the thread pool costs as much again and pays only if many requests share the
 * result.
 */
const maxSyncBytes = 128 * 1024
const isSynchronous = ({ byteLength }: Uint8Array, effort: Effort) =>
  effort === 'once' && byteLength <= maxSyncBytes

/**
 * Deflated heads, flushed to a byte boundary. The tail is compressed with its head as dictionary, so that both
 * form one stream of the same size as if compressed together (RFC 1951, 3.2.4).
 */
const heads = new WeakMap<Uint8Array, { readonly deflated: Uint8Array; readonly crc: number }>()
/** Compression level of a head, which many responses share: the default of zlib. */
const headLevel = 6
/**
 * Size of the dictionary. Loading the full 32 KB window takes as long as compressing the tail; the last 4 KB halve
 * the time for 4 % more bytes.
 */
const dictionaryBytes = 4 * 1024
/** Gzip header: deflate, no name, no time, Unix (RFC 1952, 2.3). */
const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3)

export const nodeCompression: Compression = {
  gzip(bytes, effort) {
    const options = { level: levels[effort] }
    return isSynchronous(bytes, effort)
      ? copyOut(gzipSync(bytes, options))
      : gzipAsync(bytes, options).then(copyOut)
  },
  brotli(bytes, effort) {
    const options: BrotliOptions = {
      params: {
        [BROTLI_PARAM_QUALITY]: qualities[effort],
        [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
        [BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }
    return isSynchronous(bytes, effort)
      ? copyOut(brotliCompressSync(bytes, options))
      : brotliAsync(bytes, options).then(copyOut)
  },
  gzipAfter(head, tail) {
    let cachedHead = heads.get(head)
    if (!cachedHead) {
      const deflated = deflateRawSync(head, { level: headLevel, finishFlush: constants.Z_SYNC_FLUSH })
      heads.set(head, (cachedHead = { deflated, crc: crc32(head) }))
    }
    const deflatedTail = deflateRawSync(tail, {
      level: levels.once,
      dictionary: head.subarray(-dictionaryBytes),
    })
    const trailerStart = gzipHeader.length + cachedHead.deflated.length + deflatedTail.length
    const stream = new Uint8Array(trailerStart + 8)
    stream.set(gzipHeader)
    stream.set(cachedHead.deflated, gzipHeader.length)
    stream.set(deflatedTail, gzipHeader.length + cachedHead.deflated.length)
    const trailer = new DataView(stream.buffer, trailerStart)
    trailer.setUint32(0, crc32(tail, cachedHead.crc), true)
    trailer.setUint32(4, head.length + tail.length, true)
    return stream
  },
  digest: (bytes) => hash('sha256', bytes, 'base64url').slice(0, 22),
}

/** Copies bytes out of a Node buffer, which may be a view of a larger pool that a cache would retain. */
const copyOut = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
