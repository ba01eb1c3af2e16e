/** Pinned releases: a release made of the build, under other file names, is kept beside that build. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBuild, writeRelease } from '../../../releases/release.ts'
import type { Build } from '../../../releases/release.ts'
import { readReleases } from '#service/server/files/releases.ts'
import { expect, test as base } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import { scannedData, startSite } from '#e2e/kit/site.ts'
import { openWith } from './pinned-page.ts'
import pkg from '../../../package.json' with { type: 'json' }

const version = '0.9.0'

/** Returns the build as an earlier release would look: another version, and other names of all assets. */
function earlierRelease({ loader, app }: Build): Build {
  const names = [...app.keys()].filter((path) => path.startsWith('assets/')).map((path) => basename(path))
  const pattern = new RegExp(names.map((name) => name.replaceAll('.', String.raw`\.`)).join('|'), 'g')
  const rename = (text: string) =>
    text.replaceAll(pattern, (name) => `kept-${name}`).replaceAll(`\`${pkg.version}\``, `\`${version}\``)
  const isText = (path: string) => !path.endsWith('.woff2')
  return {
    loader: Buffer.from(rename(loader.toString('utf8'))),
    app: new Map(
      [...app].map(([path, content]) => [
        rename(path),
        isText(path) ? Buffer.from(rename(Buffer.from(content).toString('utf8'))) : content,
      ]),
    ),
  }
}

const test = base.extend<object, { releases: string }>({
  releases: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
    async ({}, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'releases-'))
      cpSync(fileURLToPath(new URL('../../../releases', import.meta.url)), folder, { recursive: true })
      writeRelease(folder, { version, day: '2026-12-01', build: earlierRelease(readBuild('dist')) })
      await provide(folder)
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ releases }, provide) => {
      const site = await startSite({ RELEASES_DIR: releases }, process.env[scannedData])
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const diagnosedApp = (host: HostPage) =>
  host.page.evaluate(() => (window.serviceWidgetLoader!.diagnose()[1] as { app?: string } | undefined)?.app)

test('a page with a pinned release gets the kept bytes only, although the build differs', async ({
  host,
  page,
  releases,
}) => {
  const kept = readReleases(releases).find((release) => release.version === version)!.app!
  const received: Promise<[path: string, isKept: boolean]>[] = []
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname.slice(1)
    if (path.startsWith('assets/'))
      received.push(response.body().then((body) => [path, body.equals(kept.get(path)?.bytes ?? Buffer.of())]))
  })
  await openWith(host, `/${version}.js`)
  await host.start({ symbol: 'AAPL' })
  await host.ready()
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.how.shows('IBM')
  await host.trade()
  const files = await Promise.all(received)
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter(([, isKept]) => !isKept)).toEqual([])
  expect(await page.evaluate(() => window.serviceWidgetLoader!.version)).toBe(version)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})

test('an operator promotes and withdraws a release: pages follow, and a pinned page hears why', async ({
  host,
  site,
}) => {
  const visit = async (script: string) => {
    await openWith(host, script)
    await host.start()
    return host
  }
  const assets = async () =>
    (await (await fetch(`${site.serviceUrl}/widget`)).text()).includes('assets/kept-')
  expect(await assets()).toBe(false)
  await site.admin('release', 'promote', version)
  expect(await assets()).toBe(true)
  await site.admin('release', 'withdraw', version, 'CVE-2027-1: a news title could run a script')
  expect(await assets()).toBe(false)
  await visit(`/${version}.js`)
  const error = await host.error()
  expect(error).toMatchObject({
    code: 'VERSION',
    message: expect.stringMatching(
      /^VERSION: release 0\.9\.0 was withdrawn on \d{4}-\d\d-\d\d: CVE-2027-1: a news title could run a script\. Use the script tag of another release, /,
    ),
  })
  expect(await diagnosedApp(host)).toBe(version)
  await expect(host.frame().locator('body')).toContainText('ERROR VERSION')
  await site.admin('release', 'reinstate', version)
})

test('next.js runs with a demo key and refuses a live key, with the reason', async ({
  host,
  partner,
  site,
}) => {
  await openWith(host, '/next.js')
  await host.start()
  await host.ready()
  await host.destroy()
  const { id } = JSON.parse(await site.admin('partner', 'add', 'Acme', '--json')) as { id: string }
  await site.admin('domain', 'add', id, partner.origin)
  const { apiKey } = JSON.parse(await site.admin('key', 'issue', id, 'widget', '--json')) as {
    apiKey: string
  }
  await openWith(host, '/next.js')
  await host.start({ apiKey })
  expect(await host.error()).toMatchObject({
    code: 'AUTH',
    message: expect.stringContaining(
      '/widgetLoader/next.js, which runs the next release with test keys only',
    ),
  })
})
