/** The tests of published files of all store implementations; store.suite.ts runs them. */
import { describe, expect, test } from 'vitest'
import { assetLimits } from '#service/shared/limits.ts'
import type { PublishedAsset } from './assets.ts'
import { now } from './store.fixture.ts'
import type { Store } from './store.ts'

const allBytes = Uint8Array.from({ length: 256 }, (_, index) => index)

/** A file whose content has every byte. */
export const publishedAsset = (name: string, changes: Partial<PublishedAsset> = {}): PublishedAsset => ({
  name,
  type: 'text/javascript; charset=utf-8',
  etag: '"0123"',
  encoding: 'br',
  body: allBytes,
  ...changes,
})

/** Registers the tests. `open` returns the open store of the suite. */
export function assetSuite(open: () => Store): void {
  describe('published files', () => {
    test('are found by name, byte for byte', async () => {
      const { assets } = open()
      expect(await assets.find('assets/a.js')).toBeUndefined()
      const font = publishedAsset('assets/é.woff2', { type: 'font/woff2', encoding: 'identity' })
      const large = publishedAsset('assets/large.js', { body: new Uint8Array(300_000).fill(7) })
      await assets.publish([publishedAsset('assets/a.js'), font, large], now)
      expect(await assets.find('assets/a.js')).toEqual(publishedAsset('assets/a.js'))
      expect(await assets.find('assets/é.woff2')).toEqual(font)
      expect(await assets.find('assets/large.js')).toEqual(large)
      expect(await assets.find('assets/A.js')).toBeUndefined()
    })

    test('keep their content when they are published again, and get a new time', async () => {
      const { assets } = open()
      const names = Array.from({ length: 45 }, (_, index) => `assets/${index}.js`)
      await assets.publish(
        names.map((name) => publishedAsset(name)),
        now,
      )
      await assets.publish([publishedAsset('assets/7.js', { etag: '"other"' })], now + 5)
      expect(await assets.publicationTimes()).toEqual(
        new Map(names.map((name) => [name, name === 'assets/7.js' ? now + 5 : now])),
      )
      expect((await assets.find('assets/7.js'))?.etag).toBe('"0123"')
    })

    test('are deleted after their retention', async () => {
      const store = open()
      const { assets } = store
      await assets.publish([publishedAsset('assets/old.js'), publishedAsset('assets/new.js')], now)
      await assets.publish([publishedAsset('assets/new.js')], now + 1)
      await store.deleteExpired(now + assetLimits.retentionMs)
      expect((await assets.publicationTimes()).size).toBe(2)
      await store.deleteExpired(now + assetLimits.retentionMs + 1)
      expect([...(await assets.publicationTimes()).keys()]).toEqual(['assets/new.js'])
    })
  })
}
