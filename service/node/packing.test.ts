import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packing } from './packing.ts'

const words = Uint8Array.from(Buffer.from('A covered call on 100 shares. '.repeat(2000)))
const unpack = { gzip: gunzipSync, brotli: brotliDecompressSync } as const

for (const encoding of ['gzip', 'brotli'] as const) {
  const pack = packing[encoding]!

  test(`${encoding}: whatever is spent on it, the same comes out`, async () => {
    for (const effort of ['once', 'quick', 'most'] as const) {
      const packed = await pack(words, effort)
      expect(unpack[encoding](packed).equals(words)).toBe(true)
      expect(packed.byteLength).toBe(packed.buffer.byteLength)
    }
  })

  test(`${encoding}: what is sent once is there at once, unless it would keep others waiting`, async () => {
    expect(pack(words, 'once')).toBeInstanceOf(Uint8Array)
    expect(pack(words, 'quick')).toBeInstanceOf(Promise)
    const long = pack(new Uint8Array(200_000), 'once')
    expect(long).toBeInstanceOf(Promise)
    expect(unpack[encoding](await long).byteLength).toBe(200_000)
  })
}
