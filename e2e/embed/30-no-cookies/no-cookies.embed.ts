import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, firefox } from '@playwright/test'
import { chromiumLaunch } from '#e2e/kit/browsers.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { headersOf, HostPage } from '#e2e/kit/host-page.ts'

/** Headers of the frame's requests for the analysis of a symbol. */
const requestHeadersFor = (host: HostPage, symbol: string) =>
  Promise.all(
    host.requests
      .filter((request) => new RegExp(`/(why|income)/${symbol}`).test(request.url()))
      .map((request) => headersOf(request)),
  )
/** Evaluates code in the widget's frame. */
const inFrame = (host: HostPage, code: string) =>
  host.page
    .frames()
    .find((frame) => frame.url().includes('/widget?'))!
    .evaluate(code)

test('if the browser stores a partitioned cookie, the frame stops sending the token', async ({
  host,
  context,
}) => {
  await host.openReady('30-no-cookies', { symbol: 'AAPL' })
  await host.widget.why.shows('AAPL')
  // The first request carries the token; a later one omits it to detect whether the cookie is sent.
  for (const headers of (await requestHeadersFor(host, 'AAPL')).slice(0, 2))
    expect(headers['authorization']).toMatch(/^Bearer wt_/)
  await expect(host.widget.frame.locator('[data-status=live]')).toBeVisible()
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.how.shows('IBM')
  const headersOfRequests = await requestHeadersFor(host, 'IBM')
  expect(headersOfRequests.length).toBeGreaterThan(0)
  for (const headers of headersOfRequests) expect(headers).not.toHaveProperty('authorization')
  expect(host.requests.some((request) => request.url().endsWith('/feed/ticket'))).toBe(false)
  const [cookie] = (await context.cookies()).filter(({ name }) => name.startsWith('__Host-sw-'))
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'None', path: '/' })
})

test('statement 39: the widget works with all cookies blocked, with its token in memory', async ({
  partner,
  browserName,
  launchOptions,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'no-cookies-'))
  let context: BrowserContext
  let close: () => Promise<void>
  if (browserName === 'chromium') {
    // The user setting "Block all cookies".
    await mkdir(join(folder, 'Default'))
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
    await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
    context = await chromium.launchPersistentContext(folder, chromiumLaunch())
    close = () => context.close()
  } else {
    const browser = await firefox.launch({
      ...(launchOptions as object),
      channel: 'moz-firefox',
      firefoxUserPrefs: { 'network.cookie.cookieBehavior': 2 },
    })
    context = await browser.newContext()
    close = () => browser.close()
  }
  try {
    const host = new HostPage(await context.newPage(), partner)
    await host.openReady('30-no-cookies', { symbol: 'AAPL' })
    await host.widget.why.shows('AAPL')
    expect(await context.cookies()).toEqual([])
    await expect.poll(() => host.count('/feed/ticket')).toBeGreaterThan(0)
    await host.send('SET_SYMBOL', { symbol: 'IBM' })
    await host.widget.how.shows('IBM')
    for (const headers of await requestHeadersFor(host, 'IBM'))
      expect(headers['authorization']).toMatch(/^Bearer wt_/)
    await host.trade()
    expect(await host.receivedPayloads('ERROR')).toEqual([])
    await host.destroy()
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
})

test(
  'the widget works if storage is denied and localStorage throws @chromium',
  { tag: '@extended' },
  async ({ partner }) => {
    // Playwright's own flags disable storage partitioning. If third-party cookies are blocked too, storage is denied.
    const launch = chromiumLaunch()
    const browser = await chromium.launch({
      ...launch,
      args: [
        ...launch.args!.filter((arg) => !arg.includes('PaintHolding')),
        '--test-third-party-cookie-phaseout',
      ],
    })
    try {
      const host = new HostPage(await browser.newPage(), partner)
      await host.openReady('30-no-cookies', { symbol: 'AAPL' })
      await host.widget.why.shows('AAPL')
      const storage = await inFrame(
        host,
        '(() => { try { return localStorage.length } catch (e) { return e.name } })()',
      )
      expect(storage).toBe('SecurityError')
      await host.send('SET_SYMBOL', { symbol: 'IBM' })
      await host.widget.how.shows('IBM')
      expect(host.uncaughtErrors).toEqual([])
    } finally {
      await browser.close()
    }
  },
)
