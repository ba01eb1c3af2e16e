/** Static content of the service, read once from the build and the releases. */
import { join } from 'node:path'
import type { SiteFiles } from '#service/http/documents/site-files.ts'
import { readDocs } from './docs-files.ts'
import { appFilesOf, readReleases, releasedLoaders } from './releases.ts'
import { precompress, readFolder } from './static-files.ts'

/** Folders of the content. */
export type SiteFolders = {
  /**
   * The build: `app/app/index.html`, `app/assets/*`, `app/.vite/manifest.json`, `loader/widgetLoader.js`,
   * `playground/*`, `docs/*`. Requests for a missing file get 503. Without the manifest the document has no hints, and
   * without `app/skeletons.json` it is empty until its scripts have loaded.
   */
  readonly dist: string
  /** Releases that partners may have pinned. */
  readonly releases: string
  /** Page of the demo. */
  readonly playground: string
}

/**
 * Reads all static content.
 *
 * @param version version of the loader in the build
 */
export async function readSiteFiles(
  { dist, releases, playground }: SiteFolders,
  version: string,
): Promise<SiteFiles> {
  const app = readFolder(join(dist, 'app'))
  const loader = readFolder(join(dist, 'loader')).get('widgetLoader.js')
  if (loader) await precompress(loader)
  const kept = readReleases(releases)
  const released = loader && releasedLoaders(kept, { version, file: loader })
  const keptApps = kept.flatMap(({ version: keptVersion, app: files }) =>
    files ? [[keptVersion, files] as const] : [],
  )
  return {
    ...appFilesOf(app),
    builtVersion: version,
    keptApps: new Map(keptApps.map(([keptVersion, files]) => [keptVersion, appFilesOf(files)])),
    // A kept file takes precedence: the bytes at an address that a pinned page uses never change.
    assets: new Map([app, ...keptApps.map(([, files]) => files)].flatMap((files) => [...files])),
    loader,
    releases: released?.files ?? new Map(),
    loaders: released?.list ?? [],
    docs: readDocs(join(dist, 'docs')),
    playground: new Map([
      ...readFolder(playground, (name) => /\.(html|css|js|svg)$/.test(name)),
      ...readFolder(join(dist, 'playground')),
    ]),
  }
}
