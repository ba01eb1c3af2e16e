/** A service with a build and kept releases, in a temporary folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createApp } from '#service/http/app.ts'
import type { App } from '#service/http/app.ts'
import { makeAppArchive } from '#service/server/files/app-archive.ts'
import { readSiteFiles } from '#service/server/files/site-files.ts'
import { makeTestService } from '#service/testing/test-service.ts'

/** The files of an app whose document loads `assets/main-<version>.js`, and all of whose releases share one font. */
export const appOf = (version: string): Record<string, string> => ({
  'app/index.html': `<!doctype html><html><head><script src="/assets/main-${version}.js"></script></head><body><div id="root" hidden></div></body></html>`,
  [`assets/main-${version}.js`]: `export const version = '${version}'`,
  'assets/shared.js': 'export const kept = true',
})

export const loaderOf = (version: string): string => `var serviceWidgetLoader={version:'${version}'}`

export type ReleasesFixture = {
  readonly app: App
  readonly service: Awaited<ReturnType<typeof makeTestService>>
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>
  readonly text: (path: string) => Promise<string>
  readonly remove: () => void
}

/**
 * Starts a service in which `built` is the version of the build.
 *
 * @param kept versions whose loader and app are kept
 * @param loadersOnly versions of which only the loader is kept
 */
export async function serveReleases(
  built: string,
  { kept = [], loadersOnly = [] }: { kept?: readonly string[]; loadersOnly?: readonly string[] },
): Promise<ReleasesFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'))
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const [path, content] of Object.entries({ ...appOf(built), 'assets/shared.js': 'built' }))
    write(`dist/app/${path}`, content)
  write('dist/loader/widgetLoader.js', loaderOf(built))
  for (const version of [...kept, ...loadersOnly]) {
    write(`releases/${version}/widgetLoader.js`, loaderOf(version))
    write(`releases/${version}/release.json`, '{"protocol":1,"keptOn":"2026-12-01"}')
  }
  for (const version of kept) {
    const files = Object.entries(appOf(version)).map(([path, text]) => [path, Buffer.from(text)] as const)
    write(`releases/${version}/app.archive`, makeAppArchive(new Map(files)))
  }
  const service = await makeTestService()
  const folders = { dist: join(folder, 'dist'), releases: join(folder, 'releases'), playground: folder }
  const app = createApp(service.service, await readSiteFiles(folders, built))
  const get: ReleasesFixture['get'] = async (path, headers = {}) =>
    app.fetch(new Request(`https://widget.test${path}`, { headers }))
  return {
    app,
    service,
    get,
    text: async (path) => (await get(path)).text(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
