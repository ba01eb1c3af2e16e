import { expect, test } from '#e2e/kit/fixtures.ts'

test('a widget that loses its network shows that, and recovers automatically @chromium', async ({
  host,
  context,
}) => {
  await host.openReady('29-offline', { symbol: 'AAPL' })
  await host.widget.how.shows('AAPL')
  await context.setOffline(true)
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await expect(host.widget.why.root).toHaveAttribute('data-symbol', 'IBM')
  await expect(host.widget.why.root).not.toHaveAttribute('data-state', 'ready')
  await context.setOffline(false)
  await host.widget.why.shows('IBM')
  await host.widget.how.shows('IBM')
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})

test('going offline while the session opens causes ERROR NETWORK, and a retry works @chromium', async ({
  host,
  page,
  context,
}) => {
  await host.open('29-offline')
  await page.route('**/Token', (route) => route.abort('internetdisconnected'))
  await host.start()
  expect(await host.error()).toMatchObject({ code: 'NETWORK' })
  await page.unroute('**/Token')
  await context.setOffline(false)
  await host.frame().getByRole('button').first().click()
  await host.ready()
})

test(
  'going offline while the frame’s script loads causes ERROR NETWORK, and the widget starts when the network returns @chromium',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.open('29-offline')
    await page.route('**/assets/main-*.js', (route) => route.abort('internetdisconnected'))
    await host.start({ symbol: 'AAPL' })
    expect(await host.error()).toMatchObject({ code: 'NETWORK' })
    await expect(host.frame().locator('body')).toHaveText('ERROR NETWORK')
    await page.unroute('**/assets/main-*.js')
    await page.frames()[1]!.evaluate(() => void dispatchEvent(new Event('online')))
    await host.ready()
    await host.widget.why.shows('AAPL')
  },
)

test(
  'going offline while the cookie is set causes ERROR NETWORK, and a retry works @chromium',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.open('29-offline')
    await page.route('**/setCookie', (route) => route.abort('internetdisconnected'))
    await host.start()
    expect(await host.error()).toMatchObject({ code: 'NETWORK' })
    await page.unroute('**/setCookie')
    await host.frame().getByRole('button').first().click()
    await host.ready()
  },
)

test(
  'going offline while the feed requests its ticket does not affect the data, and the quotes follow later @chromium',
  { tag: '@extended' },
  async ({ host, page }) => {
    let sockets = 0
    page.on('websocket', () => sockets++)
    // Simulates a browser that drops the cookie: refuses the request by which the widget detects that.
    let requestCount = 0
    await page.route('**/api/v1/platform/tone', (route) =>
      requestCount++ === 0
        ? route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{}' })
        : route.continue(),
    )
    await page.route('**/feed/ticket', (route) => route.abort('internetdisconnected'))
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/feed/ticket'))
    await host.openReady('29-offline', { symbol: 'AAPL' })
    await refused
    await host.widget.why.shows('AAPL')
    expect(sockets).toBe(0)
    await page.unroute('**/feed/ticket')
    await expect.poll(() => sockets).toBe(1)
    expect(await host.receivedPayloads('ERROR')).toEqual([])
  },
)

test(
  'going offline while the panels’ code loads shows an error in them, keeps the ideas, and a retry works @chromium',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.open('29-offline')
    await page.route('**/assets/panels-*.js', (route) => route.abort('internetdisconnected'))
    await host.start({ symbol: 'AAPL' })
    await host.ready()
    await host.widget.what.ready()
    for (const panel of [host.widget.why, host.widget.how])
      await expect(panel.root).toHaveAttribute('data-state', 'error')
    await page.unroute('**/assets/panels-*.js')
    await host.widget.why.root.getByRole('button').click()
    await host.widget.why.shows('AAPL')
    await host.widget.how.shows('AAPL')
    expect(await host.receivedPayloads('ERROR')).toEqual([])
  },
)

test(
  'going offline while a session is renewed ends nothing, and the next request succeeds @chromium',
  { tag: '@extended' },
  async ({ host, page, site }) => {
    await host.open('29-offline')
    await host.startWithToken(true, { symbol: 'AAPL' })
    await host.ready()
    await host.widget.how.shows('AAPL')
    let abortedRequests = 0
    await page.route('**/Token', (route) => {
      abortedRequests++
      return route.abort('internetdisconnected')
    })
    const ended = await fetch(`${site.serviceUrl}/session`, {
      method: 'DELETE',
      headers: { authorization: await host.bearer(), origin: site.serviceUrl },
    })
    expect(ended.status).toBe(204)
    await host.send('SET_SYMBOL', { symbol: 'IBM' })
    await expect.poll(() => abortedRequests).toBeGreaterThanOrEqual(3)
    await page.unroute('**/Token')
    await host.send('SET_SYMBOL', { symbol: 'MSFT' })
    await host.widget.why.shows('MSFT')
    await host.widget.how.shows('MSFT')
    expect(await host.receivedPayloads('ERROR')).toEqual([])
  },
)
