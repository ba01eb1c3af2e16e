/** Publishes the files of the app that this node has, for nodes with another build (docs/decisions/0094). */
import type { SiteFiles, StaticFile } from '#service/http/documents/site-files.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { assetLimits } from '#service/shared/limits.ts'
import type { Log } from '#service/shared/log.ts'
import { slices } from '#service/shared/slices.ts'
import type { Stop } from '#service/shared/stop.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
import type { AssetRepository, PublishedAsset } from '#service/store/assets.ts'

export type AssetPublicationParts = {
  readonly files: Pick<SiteFiles, 'assets'>
  readonly assets: Pick<AssetRepository, 'publicationTimes' | 'publish'>
  /** Wall-clock milliseconds since the epoch. */
  readonly clock: () => number
  readonly log: Log
}

/** Files that are compressed or decompressed at the same time. */
const filesAtOnce = 20

/**
 * Publishes the files now and every day, and repeats a failed publication. Resolves after the first one, or after
 * `assetLimits.startDelayMs` if it takes longer or fails.
 *
 * @returns stops the publication
 */
export async function startAssetPublication(parts: AssetPublicationParts): Promise<Stop> {
  const { log } = parts
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const publish = async (): Promise<void> => {
    let nextMs: number = assetLimits.publicationIntervalMs
    try {
      const count = await publishDueAssets(parts)
      if (count > 0) log('info', 'assets-published', { count })
    } catch (error) {
      nextMs = assetLimits.retryDelayMs
      log('warn', 'assets-not-published', { retryInSeconds: nextMs / 1000, reason: errorMessage(error) })
    }
    if (!isStopped) timer = setTimeout(() => void publish(), nextMs)
  }
  await withTimeout(assetLimits.startDelayMs, publish(), () => new Error('timeout')).catch(() => {})
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Publishes the files that no node has published recently. Returns their number. */
async function publishDueAssets({ files, assets, clock }: AssetPublicationParts): Promise<number> {
  const now = clock()
  const times = await assets.publicationTimes()
  const dueAt = now - assetLimits.minPublicationAgeMs
  const due = [...files.assets].filter(
    ([path]) => path.startsWith('assets/') && (times.get(path) ?? -Infinity) < dueAt,
  )
  for (const slice of slices(due, filesAtOnce))
    await assets.publish(await Promise.all(slice.map(([path, file]) => assetOf(path, file))), now)
  return due.length
}

async function assetOf(name: string, file: StaticFile): Promise<PublishedAsset> {
  const { type, etag } = file
  return file.encoded
    ? { name, type, etag, encoding: 'br', body: await file.encoded('br') }
    : { name, type, etag, encoding: 'identity', body: file.bytes }
}
