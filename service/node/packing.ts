/** Compression by Node's own: on its threads, so that who compresses keeps nobody else waiting, but for what is sent once. */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { BrotliOptions } from 'node:zlib'
import type { Effort, Packing } from '#service/http/answer-bytes.ts'

const [zip, compress] = [promisify(gzip), promisify(brotliCompress)]
// 5 is smaller than gzip and as fast; 11 takes a tenth off that, and a hundred times as long. 3 takes less than half of
// the time of 5, makes a fifth more of it, and is smaller than gzip still.
const qualities = { once: 3, quick: 5, most: 11 } as const
// 3 takes half of the time of 6, and makes a fifth more of it; 1 takes nearly as long as 3.
const levels = { once: 3, quick: 3, most: 9 } as const
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants

/**
 * What is sent once is compressed where it is made, up to so many bytes: a quarter of a millisecond for 64 KB. The way to
 * another thread and back costs as much again, which is well spent only where many are served by it.
 */
const mostHere = 128 * 1024
const isHere = ({ byteLength }: Uint8Array, effort: Effort) => effort === 'once' && byteLength <= mostHere

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
  digest: (bytes) => hash('sha256', bytes, 'base64url').slice(0, 22),
}

/** Node's buffers may hold more memory than what they show: what is kept is kept by itself. */
const whole = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
