/**
 * Files of the app that this node does not have, from the store: those of the build before or after it during a rolling
 * upgrade, and those of earlier builds for widgets that are still open (docs/decisions/0094).
 */
import { LRUCache } from 'lru-cache'
import type { StaticFile } from '#service/http/documents/site-files.ts'
import { assetLimits } from '#service/shared/limits.ts'
import type { AssetRepository } from '#service/store/assets.ts'
import { publishedFile } from './static-files.ts'

export type PublishedAssetParts = {
  /** Of a guarded store: its failures are Problems. */
  readonly assets: Pick<AssetRepository, 'publicationTimes' | 'find'>
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
  /** Resolves after this many milliseconds. */
  readonly delay: (ms: number) => Promise<unknown>
}

/**
 * Returns a function that finds a published file by its path. Concurrent calls for a file share one query. Files are
 * cached up to `assetLimits.cachedBytes`.
 */
export function createPublishedAssets(
  parts: PublishedAssetParts,
): (path: string) => Promise<StaticFile | undefined> {
  const isPublished = createPublishedNames(parts)
  const files = new LRUCache<string, StaticFile>({
    maxSize: assetLimits.cachedBytes,
    // The cached responses of a file: its bytes, and two compressed forms that together are smaller.
    sizeCalculation: ({ bytes, encoded }) => Math.max(1, bytes.byteLength * (encoded ? 2 : 1)),
    async fetchMethod(path) {
      const asset = await parts.assets.find(path)
      return asset && publishedFile(asset)
    },
  })
  return async (path) => files.get(path) ?? ((await isPublished(path)) ? files.fetch(path) : undefined)
}

/**
 * Returns a check whether a file is published. An unknown name waits for a list of names that is read after the call: a
 * node publishes its files before its first document refers to them. All calls share the lists, so that invented names
 * cost one query in `assetLimits.listIntervalMs`.
 */
function createPublishedNames({ assets, elapsed, delay }: PublishedAssetParts) {
  let names: Pick<ReadonlySet<string>, 'has'> = new Set()
  let lastReadAt = -Infinity
  let lastRead: Promise<unknown> = Promise.resolve()
  /** The next read, which has not started. */
  let nextRead: Promise<void> | undefined
  const read = async () => {
    await lastRead
    const waitMs = lastReadAt + assetLimits.listIntervalMs - elapsed()
    if (waitMs > 0) await delay(waitMs)
    nextRead = undefined
    lastReadAt = elapsed()
    const reading = assets.publicationTimes()
    // A failed read is reported to those that wait for it.
    lastRead = reading.catch(() => {})
    names = await reading
  }
  return async (path: string) => {
    if (!names.has(path)) await (nextRead ??= read())
    return names.has(path)
  }
}
