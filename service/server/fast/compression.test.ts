import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { nodeCompression } from './compression.ts'

const content = Uint8Array.from(Buffer.from('A covered call on 100 shares. '.repeat(2000)))
const decompress = { gzip: gunzipSync, brotli: brotliDecompressSync } as const

for (const encoding of ['gzip', 'brotli'] as const) {
  const compress = nodeCompression[encoding]!

  test(`${encoding}: decompresses to the same bytes at every effort`, async () => {
    for (const effort of ['once', 'quick', 'most'] as const) {
      const compressed = await compress(content, effort)
      expect(decompress[encoding](compressed).equals(content)).toBe(true)
      expect(compressed.byteLength).toBe(compressed.buffer.byteLength)
    }
  })

  test(`${encoding}: compresses a response that is sent once synchronously, unless it is large`, async () => {
    expect(compress(content, 'once')).toBeInstanceOf(Uint8Array)
    expect(compress(content, 'quick')).toBeInstanceOf(Promise)
    const long = compress(new Uint8Array(200_000), 'once')
    expect(long).toBeInstanceOf(Promise)
    expect(decompress[encoding](await long).byteLength).toBe(200_000)
  })
}

test('gzip: a cached head and its tail form one stream', () => {
  const head = Uint8Array.from(Buffer.from(`{"puts":"${'Sell 1 put. '.repeat(4000)}"`))
  const headSize = gzipSync(Buffer.from(head), { level: 3 }).byteLength
  for (const tail of ['}', `,"calls":"${'Sell 1 call. '.repeat(3000)}"}`, ''])
    for (const start of [head, head.slice(0, 9), new Uint8Array()]) {
      const compressed = nodeCompression.gzipAfter!(start, Uint8Array.from(Buffer.from(tail)))
      expect(gunzipSync(compressed).toString()).toBe(Buffer.from(start).toString() + tail)
      expect(compressed.byteLength).toBeLessThan(headSize + 200)
    }
})
