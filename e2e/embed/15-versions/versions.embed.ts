import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { brotliDecompressSync } from 'node:zlib'
import { readReleases } from '#service/server/files/releases.ts'
import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import pkg from '../../../package.json' with { type: 'json' }

const releases = new URL('../../../releases/', import.meta.url)
/** Versions in `releases/`, oldest first. */
const versions = readdirSync(releases)
  .filter((name) => /^\d/.test(name))
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
/** `npm test` covers the newest two; `test:embed` covers all. */
const isCore = (version: string) => versions.slice(-2).includes(version)

/** Opens a session, uses the bridge in both directions, trades and destroys the widget. */
async function completeVisit(host: HostPage, trade = () => host.trade()): Promise<void> {
  await host.openReady('15-versions', { symbol: 'AAPL' })
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.how.shows('IBM')
  await trade()
  await host.destroy()
  await expect(host.frames).toHaveCount(0)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
}

/** Releases whose apps have neither hooks for tests nor a review of the order. */
const releasesWithoutHooks = new Set(['1.0.0', '1.1.0'])

/** Presses Trade in such an app, by its visible name, and waits until the page has the ticket. */
async function tradeByName(host: HostPage): Promise<void> {
  if (host.page.context().browser()?.browserType().name() === 'firefox') return
  await host.widget.how.root.getByRole('button', { name: 'Trade', exact: true }).first().click()
  await host.waitForEvent('TRADE_TICKET_EXECUTE')
}

/** Returns the files of a release's app by name, as text: all of them, or the English ones up to 1.2.0. */
function readApp(version: string): Record<string, string> {
  const kept = readReleases(releases.pathname).find((release) => release.version === version)?.app
  if (!kept)
    return JSON.parse(
      brotliDecompressSync(readFileSync(new URL(`${version}/app.json.br`, releases))).toString('utf8'),
    ) as Record<string, string>
  return Object.fromEntries(
    [...kept].map(([path, { bytes }]) => [path.split('/').at(-1)!, Buffer.from(bytes).toString('utf8')]),
  )
}

for (const version of versions) {
  const details = coreIf(isCore(version))
  test(`the loader of release ${version} works with the current app`, details, async ({ host, page }) => {
    const body = readFileSync(new URL(`${version}/widgetLoader.js`, releases), 'utf8')
    await page.route('**/widgetLoader', (route) =>
      route.fulfill({ body, contentType: 'text/javascript; charset=utf-8' }),
    )
    await completeVisit(host)
    expect(await page.evaluate(() => window.serviceWidgetLoader!.version)).toBe(version)
  })

  test(`the current loader works with the app of release ${version}`, details, async ({ host, page }) => {
    const app = readApp(version)
    const requested = new Set<string>()
    await page.route('**/widget?*', (route) =>
      route.fulfill({ body: app['index.html']!, contentType: 'text/html; charset=utf-8' }),
    )
    await page.route('**/assets/*', (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1)!
      requested.add(name)
      const body = app[name]
      return body === undefined
        ? route.fulfill({ status: 404 })
        : route.fulfill({ body, contentType: name.endsWith('.css') ? 'text/css' : 'text/javascript' })
    })
    await completeVisit(host, () => (releasesWithoutHooks.has(version) ? tradeByName(host) : host.trade()))
    expect([...requested].some((name) => name.startsWith('first-') && name in app)).toBe(true)
  })
}

/** Responds to requests for the frame with a page that sends the `hello` of another release. */
const serveHello = (page: Page, hello: object) =>
  page.route('**/widget?*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>
        const hello = ${JSON.stringify({ ns: 'service-widget', type: 'hello', ...hello })}
        addEventListener('message', ({ ports: [port] }) => {
          port.onmessage = ({ data }) => data.type === 'start' && port.postMessage({ type: 'ready', more: 1 })
        })
        parent.postMessage({ ...hello, id: name }, '*')
      </script>`,
    }),
  )

test(
  'an app of a later release that supports this protocol is accepted',
  { tag: '@extended' },
  async ({ host, page }) => {
    await serveHello(page, { protocol: 7, min: 1, app: '7.0.0', news: ['whatever'] })
    await host.open('15-versions')
    await host.start()
    await host.ready()
  },
)

const mismatches = {
  'older than': {
    init: 'protocol:0',
    cause: 'the loader on this page supports protocol 0, which is too old: the widget',
  },
  'newer than': {
    init: 'protocol:3,min:2',
    cause: 'the loader on this page supports protocol 2 to 3, which is too new: the widget',
  },
}
for (const [relation, { init, cause }] of Object.entries(mismatches))
  test(`a loader that is ${relation} the app supports reports VERSION to the page, on the console and in diagnose`, async ({
    host,
    page,
    site,
  }) => {
    const body = await (await fetch(`${site.serviceUrl}/widgetLoader`)).text()
    const otherLoader = body.replace(/(`init`,id:[^,]+,)protocol:1/, `$1${init}`)
    expect(otherLoader).not.toBe(body)
    await page.route('**/widgetLoader', (route) =>
      route.fulfill({ body: otherLoader, contentType: 'text/javascript; charset=utf-8' }),
    )
    await host.open('15-versions')
    await host.start()
    const error = { code: 'VERSION', message: expect.stringContaining(cause) as unknown }
    expect(await host.error()).toMatchObject(error)
    await expect(host.frame().locator('body')).toHaveText('ERROR VERSION')
    expect(await host.receivedPayloads('READY')).toEqual([])
    expect(host.console.filter((line) => line.includes(cause))).toHaveLength(1)
    const [support, report] = await page.evaluate(() => window.serviceWidgetLoader!.diagnose())
    expect(support.loader).toBe(pkg.version)
    expect(report).toMatchObject({ app: pkg.version, ERROR: error })
  })
