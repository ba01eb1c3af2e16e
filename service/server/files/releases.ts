/**
 * Releases that partners may have pinned: the loaders, and the apps of those that were kept with one
 * (docs/decisions/0064).
 */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { bridgeProtocol } from '#contract/bridge/bridge.ts'
import type { Skeletons } from '#contract/api/initial-frame.ts'
import { BuildManifestSchema } from '#service/http/documents/document-hints.ts'
import type { AppFiles, LoaderEntry, StaticFile } from '#service/http/documents/site-files.ts'
import { readAppArchive } from './app-archive.ts'
import { readFolder } from './static-files.ts'

/** Names of the files in `releases/<version>/`. */
export const releaseFileNames = {
  loader: 'widgetLoader.js',
  manifest: 'release.json',
  app: 'app.archive',
} as const

const ReleaseManifestSchema = v.object({
  protocol: v.number(),
  /** Day on which the release was kept, `YYYY-MM-DD`. Absent before 1.3.0. */
  keptOn: v.optional(v.string()),
})
export type ReleaseManifest = v.InferOutput<typeof ReleaseManifestSchema>

/** A stored release. */
export type KeptRelease = ReleaseManifest & {
  readonly version: string
  readonly loader: StaticFile
  /** Files of the app by path below `dist/app`; absent up to 1.2.0, and after the support window. */
  readonly app: ReadonlyMap<string, StaticFile> | undefined
}

/** Reads the releases of a folder with `<version>/widgetLoader.js`, `release.json` and `app.archive`. */
export function readReleases(folder: string): KeptRelease[] {
  const names: readonly string[] = Object.values(releaseFileNames)
  const files = readFolder(folder, (name) => names.includes(name))
  return [...files].flatMap(([path, loader]): KeptRelease[] => {
    const [version, name] = path.split('/')
    const manifest = files.get(`${version}/${releaseFileNames.manifest}`)
    if (!version || !/^\d+\.\d+\.\d+$/.test(version) || name !== releaseFileNames.loader || !manifest)
      return []
    const archive = files.get(`${version}/${releaseFileNames.app}`)
    return [
      {
        ...v.parse(ReleaseManifestSchema, JSON.parse(textOf(manifest))),
        version,
        loader,
        app: archive && readAppArchive(archive.bytes),
      },
    ]
  })
}

/** The parts of a build of the app, by path below `dist/app`, that its document is composed of. */
export function appFilesOf(files: ReadonlyMap<string, StaticFile>): AppFiles {
  const read = (path: string) => {
    const file = files.get(path)
    return file && textOf(file)
  }
  return {
    frame: read('app/index.html'),
    manifest: v.parse(BuildManifestSchema, JSON.parse(read('.vite/manifest.json') ?? '{}')),
    skeletons: JSON.parse(read('skeletons.json') ?? '{}') as Skeletons,
  }
}

const textOf = ({ bytes }: StaticFile): string => Buffer.from(bytes).toString('utf8')

/** Months for which a kept app is served at least. */
const supportMonths = 12

/** Last day of the support window of a release; null if its app is not kept. */
export function supportedUntil({ keptOn, app }: Pick<KeptRelease, 'keptOn' | 'app'>): string | null {
  if (keptOn === undefined || !app) return null
  const day = new Date(`${keptOn}T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + supportMonths)
  return day.toISOString().slice(0, 10)
}

/**
 * Returns the loaders by their name below `/widgetLoader/`, and their `list`, newest first. If a version is both built
 * and released, the released file is served, because a pinned address never changes.
 */
export function releasedLoaders(
  kept: readonly KeptRelease[],
  built: { version: string; file: StaticFile },
): { files: Map<string, StaticFile>; list: LoaderEntry[] } {
  const builtRelease = {
    version: built.version,
    loader: built.file,
    protocol: bridgeProtocol,
    app: undefined,
    keptOn: undefined,
  }
  const releases = new Map([builtRelease, ...kept].map((release) => [release.version, release]))
  const list = [...releases.values()]
    .map((release): LoaderEntry => {
      const { version, protocol, loader } = release
      const integrity = `sha384-${createHash('sha384').update(loader.bytes).digest('base64')}`
      const bytes = loader.bytes.byteLength
      return { version, protocol, integrity, bytes, supportedUntil: supportedUntil(release) }
    })
    .toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
  return { files: new Map([...releases].map(([version, { loader }]) => [`${version}.js`, loader])), list }
}
