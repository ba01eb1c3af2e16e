/** Storing the build as a release, and checking a build against the stored releases. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bridgeProtocol } from '#contract/bridge/bridge.ts'
import { damagedFiles, makeAppArchive } from '#service/server/files/app-archive.ts'
import { readReleases, releaseFileNames } from '#service/server/files/releases.ts'
import type { KeptRelease, ReleaseManifest } from '#service/server/files/releases.ts'

/** Maximum size of a stored release, bytes. */
export const maxReleaseBytes = 2_000_000

/** A build: the loader, and the files of the app by path below `dist/app`. */
export type Build = { readonly loader: Buffer; readonly app: ReadonlyMap<string, Uint8Array> }

/** Files of the app beside its assets. */
const documentFiles = ['app/index.html', 'skeletons.json', '.vite/manifest.json']

/** Reads a build without source maps and compressed copies: the archive has its own. */
export function readBuild(dist: string): Build {
  const assets = readdirSync(join(dist, 'app/assets')).filter((name) => !/\.(br|gz|map)$/.test(name))
  const paths = [...documentFiles, ...assets.map((name) => `assets/${name}`)]
  return {
    loader: readFileSync(join(dist, 'loader/widgetLoader.js')),
    app: new Map(paths.map((path) => [path, readFileSync(join(dist, 'app', path))])),
  }
}

/**
 * Writes a release to `<releases>/<version>` and returns its size in bytes.
 *
 * @param day day on which it is kept, `YYYY-MM-DD`: the support window begins
 * @throws Error if it would be larger than `maxReleaseBytes`; nothing is written
 */
export function writeRelease(
  releases: string,
  { version, day, build }: { version: string; day: string; build: Build },
): number {
  const manifest: ReleaseManifest = { protocol: bridgeProtocol, keptOn: day }
  const contents = {
    [releaseFileNames.loader]: build.loader,
    [releaseFileNames.manifest]: Buffer.from(`${JSON.stringify(manifest)}\n`),
    [releaseFileNames.app]: makeAppArchive(build.app),
  }
  const bytes = Object.values(contents).reduce((sum, { byteLength }) => sum + byteLength, 0)
  if (bytes > maxReleaseBytes)
    throw new Error(`release ${version} has ${bytes} bytes; the limit is ${maxReleaseBytes}`)
  mkdirSync(join(releases, version), { recursive: true })
  for (const [name, content] of Object.entries(contents))
    writeFileSync(join(releases, version, name), content)
  return bytes
}

/** Returns what is wrong with the stored releases, and with the build beside them, one sentence each. */
export function releaseProblems(releases: string, version: string, build: Build): string[] {
  const kept = readReleases(releases)
  const loader = kept.find((release) => release.version === version)?.loader
  return [
    ...(loader && !build.loader.equals(loader.bytes)
      ? [
          `The loader differs from the released ${version}, so browsers would reject it on pages that pin its hash: raise "version" in package.json.`,
        ]
      : []),
    ...kept.flatMap((release) => [...archiveProblems(release), ...nameConflicts(release, build)]),
  ]
}

const archiveProblems = ({ version, app = new Map() }: KeptRelease): string[] =>
  damagedFiles(app).map((path) => `The archive of ${version} is damaged: ${path} differs from its checksum.`)

/** A built asset with the name of a kept one is never served: the kept file takes precedence. */
const nameConflicts = ({ version, app }: KeptRelease, build: Build): string[] =>
  [...build.app]
    .filter(([path, content]) => {
      const keptFile = path.startsWith('assets/') && app?.get(path)
      return keptFile && !Buffer.from(keptFile.bytes).equals(content)
    })
    .map(
      ([path]) =>
        `${path} has the name of a file of the kept app ${version}, but other bytes, so browsers would get the kept ones: change a line of its source.`,
    )
