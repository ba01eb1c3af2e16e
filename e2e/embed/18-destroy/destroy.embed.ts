import { expect, test } from '#e2e/kit/fixtures.ts'
import { sessionStatus } from '#e2e/kit/host-page.ts'
import type { Site } from '#e2e/kit/site.ts'

/**
 * Expects that the server has ended the session, except in Firefox. Firefox ends the process of a removed frame within
 * microseconds: of two requests made in one `pagehide` it sent both, the first or neither, with `keepalive` as with
 * beacons. A session that is not ended there expires, and its token was in that frame's memory only.
 */
async function expectEnded(site: Site, bearer: string, browserName: string): Promise<void> {
  if (browserName !== 'firefox') await expect.poll(() => sessionStatus(site, bearer)).toBe(401)
}

test('destroying twice before the frame’s first message leaves nothing behind', async ({ host, page }) => {
  await host.open('18-destroy')
  await page.evaluate(() => {
    window.start().destroyWidget()
    window.widget.destroyWidget()
  })
  await expect(host.frames).toHaveCount(0)
  // A second widget works, and the first one sends nothing.
  await page.evaluate(() =>
    window.recordEvents(window.serviceWidgetLoader!.load('pro', window.options()), 'second'),
  )
  await host.ready('second')
  expect(await host.receivedPayloads('READY', 'ideas')).toEqual([])
})

test(
  'destroying while the session opens ends it, and no callback follows',
  { tag: '@extended' },
  async ({ host, page, site, browserName }) => {
    await host.open('18-destroy')
    // Destroys the widget when the frame requests Why, which is after it has painted the ideas. The app's code never arrives, since otherwise the
    // app might be ready before the test has seen the request. The request itself is not delayed: Playwright loses
    // delayed requests of removed frames, including the last one.
    await page.route('**/assets/main-*.js', () => undefined)
    const whyRequest = page.waitForRequest('**/why/*')
    const destroyed = whyRequest.then(() => host.destroy())
    await host.start()
    await destroyed
    await expect(host.frames).toHaveCount(0)
    const bearer = await host.bearer()
    await expectEnded(site, bearer, browserName)
    expect(await page.evaluate(() => window.eventLog)).toEqual([])
  },
)

for (const path of ['/widget?*', '/Token', '/setCookie', '/assets/main-*.js'])
  test(`destroying while ${path} is pending reports no error`, async ({ host, page }) => {
    await host.open('18-destroy')
    // The response never arrives: the browser aborts the request when it removes the frame.
    await page.route(`**${path}`, () => undefined)
    const requested = page.waitForRequest(`**${path}`)
    await host.start()
    await requested
    await host.destroy()
    await expect(host.frames).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await host.start()
    await host.ready()
    expect(await host.receivedPayloads('ERROR')).toEqual([])
    expect(host.errors).toEqual([])
  })

test('statement 9: destroyWidget() ends the session on the server, removes frame and listeners, and may be repeated', async ({
  host,
  page,
  site,
  browserName,
}) => {
  await host.openReady('18-destroy')
  const bearer = await host.bearer()
  expect(await sessionStatus(site, bearer)).toBe(200)
  await host.destroy()
  await expect(host.frames).toHaveCount(0)
  await expectEnded(site, bearer, browserName)
  expect(await host.box().innerHTML()).toBe('')
  await page.evaluate(() => {
    window.widget.destroyWidget()
    window.widget.postMessage('SET_SYMBOL', { symbol: 'IBM' })
  })
  expect(host.uncaughtErrors).toEqual([])
})

test(
  'a frame whose thread is busy when it is removed ends its session',
  { tag: '@chromium' },
  async ({ host, page, site }) => {
    await host.openReady('18-destroy')
    const bearer = await host.bearer()
    const destroyed = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => {
            if (data === 'busy') resolve(window.widget.destroyWidget())
          })
        }),
    )
    // Chromium ends the frame 500 ms after its removal. The loop is longer than the test waits for the end of the session.
    await page.frames()[1]!.evaluate(() => {
      setTimeout(() => {
        window.parent.postMessage('busy', '*')
        for (const end = performance.now() + 20_000; performance.now() < end;);
      })
    })
    await destroyed
    await expect.poll(() => sessionStatus(site, bearer), { timeout: 5_000 }).toBe(401)
  },
)

test('a widget can be destroyed in its own callback', { tag: '@extended' }, async ({ host, page }) => {
  await host.open('18-destroy')
  await page.evaluate(() => {
    window.widget = window.serviceWidgetLoader!.load('pro', window.options(), (widget) =>
      widget.destroyWidget(),
    )
    window.recordEvents(window.widget)
  })
  await expect(host.frames).toHaveCount(1)
  await expect(host.frames).toHaveCount(0)
  expect(host.uncaughtErrors).toEqual([])
})
