/** Loaders that partners may have pinned: every release in `releases/`, and the current build. */
import { createHash } from 'node:crypto'
import { bridgeProtocol } from '#contract/bridge/bridge.ts'
import { pinnedTag } from '#service/http/documents/release-list.ts'
import type { StaticFile } from '#service/http/documents/site-files.ts'
import { readFolder, staticFile } from './static-files.ts'

/**
 * An entry of `/widgetLoader/versions.json`: `integrity` is its Subresource Integrity value, `tag` the script
 * tag that pins it.
 */
type Release = { version: string; protocol: number; integrity: string; bytes: number; tag: string }

/**
 * Returns `files` by their name below `/widgetLoader/`, the `list` of versions (newest first), and the built version
 * as `newest`. `folder` has `<version>/widgetLoader.js` and `<version>/release.json` (releases/keep.ts). If a version
 * is both built and released, the released file is served, because a pinned address never changes.
 */
export function releasedLoaders(
  folder: string,
  built: { version: string; file: StaticFile },
): { files: Map<string, StaticFile>; list: StaticFile; newest: Release | undefined } {
  // The folders also contain the apps, which are large and used only by tests.
  const releasedFiles = readFolder(folder, (name) => name === 'widgetLoader.js' || name === 'release.json')
  const releases = new Map([[built.version, { file: built.file, protocol: bridgeProtocol }]])
  for (const [path, file] of releasedFiles) {
    const [, version] = /^(\d+\.\d+\.\d+)\/widgetLoader\.js$/.exec(path) ?? []
    const manifest = version && releasedFiles.get(`${version}/release.json`)
    if (!version || !manifest) continue
    const { protocol } = JSON.parse(Buffer.from(manifest.bytes).toString('utf8')) as { protocol: number }
    releases.set(version, { file, protocol })
  }
  const versions = [...releases]
    .map(([version, { file, protocol }]): Release => {
      const integrity = `sha384-${createHash('sha384').update(file.bytes).digest('base64')}`
      return {
        version,
        protocol,
        integrity,
        bytes: file.bytes.byteLength,
        tag: pinnedTag(version, integrity),
      }
    })
    .toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
  return {
    files: new Map([...releases].map(([version, { file }]) => [`${version}.js`, file])),
    newest: versions.find(({ version }) => version === built.version),
    list: staticFile('versions.json', JSON.stringify({ latest: built.version, versions }, null, 2)),
  }
}
