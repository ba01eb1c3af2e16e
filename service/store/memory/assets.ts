/** Published files of the app in memory. */
import type { AssetRepository, PublishedAsset } from '../assets.ts'

/** Published files by name. */
export type MemoryAssets = Map<string, { readonly asset: PublishedAsset; readonly publishedAt: number }>

export const memoryAssets = (published: MemoryAssets): AssetRepository => ({
  async publicationTimes() {
    return new Map([...published].map(([name, { publishedAt }]) => [name, publishedAt]))
  },
  async find(name) {
    return published.get(name)?.asset
  },
  async publish(assets, now) {
    for (const asset of assets)
      published.set(asset.name, { asset: published.get(asset.name)?.asset ?? asset, publishedAt: now })
  },
})
