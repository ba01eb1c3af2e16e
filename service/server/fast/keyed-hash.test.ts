import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyedHash } from '#service/access/credentials/hashing.ts'
import { nodeKeyedHash } from './keyed-hash.ts'

it('computes the same HMAC-SHA-256 of any text as Node and WebCrypto', async () => {
  const pepper = new Uint8Array(randomBytes(32))
  const [nodeHash, webHash] = [nodeKeyedHash(pepper), await keyedHash(pepper)]
  const texts = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.integer({ min: 1000, max: 1100 }).map((length) => 'x'.repeat(length)),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const digest = nodeHash(text)
      expect(digest).toBe(createHmac('sha256', pepper).update(text).digest('hex'))
      expect(digest).toBe(await webHash(text))
    }),
  )
})
