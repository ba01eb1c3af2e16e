/** Static content of the service, read once from the build and the releases. */
import { join } from 'node:path'
import * as v from 'valibot'
import type { Skeletons } from '#contract/api/initial-frame.ts'
import { BuildManifestSchema } from '#service/http/documents/document-hints.ts'
import type { SiteFiles } from '#service/http/documents/site-files.ts'
import { readDocs } from './docs-files.ts'
import { releasedLoaders } from './released-loaders.ts'
import { precompress, readFolder } from './static-files.ts'

/** Folders of the content. */
export type SiteFolders = {
  /**
   * The build: `app/app/index.html`, `app/assets/*`, `app/.vite/manifest.json`, `loader/widgetLoader.js`,
   * `docs/*`. Requests for a missing file get 503. Without the manifest the document has no hints, and
   * without `app/skeletons.json` it is empty until its scripts have loaded.
   */
  readonly dist: string
  /** Loaders that partners may have pinned. */
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
  const readText = (name: string) => {
    const file = app.get(name)
    return file && Buffer.from(file.bytes).toString('utf8')
  }
  const loader = readFolder(join(dist, 'loader')).get('widgetLoader.js')
  if (loader) await precompress(loader)
  const released = loader && releasedLoaders(releases, { version, file: loader })
  return {
    frame: readText('app/index.html'),
    manifest: v.parse(BuildManifestSchema, JSON.parse(readText('.vite/manifest.json') ?? '{}')),
    skeletons: JSON.parse(readText('skeletons.json') ?? '{}') as Skeletons,
    assets: app,
    loader,
    releases: released?.files ?? new Map(),
    releaseList: released?.list,
    newestLoader: released?.newest,
    docs: readDocs(join(dist, 'docs')),
    playground: readFolder(playground, (name) => /\.(html|css|js|svg)$/.test(name)),
  }
}
