/** The widget as partners see it: ideas, analysis, income strategies, events in both directions. Spec 2.5, 4.4, 6. */
import { readFileSync } from 'node:fs'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { instanceHeader } from '#contract/api/first-paths.ts'
import { maxFiles } from '#app/boot/loading/code-files.ts'
import { groupFiles, type Manifest } from '#bench/sizes.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

for (const auth of ['apiKey', 'token'] as const) {
  test(`a page that authenticates by ${auth} shows ideas, the analysis and the strategies`, async ({
    demoPage,
  }) => {
    await demoPage.openReady({ auth })
    const { what, why, how } = demoPage.widget
    await what.ready()
    expect(await demoPage.widget.rows.count()).toBeGreaterThan(3)
    const symbol = await why.symbol()
    expect(symbol).toMatch(/^[A-Z.]{1,6}$/)
    await how.shows(symbol ?? '')
    expect(await demoPage.receivedPayloads('ERROR')).toEqual([])
    expect(demoPage.errors).toEqual([])
  })
}

test('the frame is the only child frame of the destination and comes from another site', async ({
  demoPage,
  site,
}) => {
  await demoPage.openReady()
  const frames = demoPage.stage.locator('iframe')
  await expect(frames).toHaveCount(1)
  await expect(frames).toHaveAttribute('title', /\S/)
  const origins = demoPage.page.frames().map((frame) => new URL(frame.url()).origin)
  expect(origins).toEqual([site.partnerUrl, site.widgetOrigin])
})

test('a click on an idea shows its symbol in all panels and sends SYMBOL_CHANGED', async ({ demoPage }) => {
  await demoPage.openReady()
  const { why, how, rows } = demoPage.widget
  const before = await why.symbol()
  const countBefore = (await demoPage.receivedPayloads('SYMBOL_CHANGED')).length
  const other = rows.filter({ hasNot: demoPage.page.locator(`[data-symbol="${before}"]`) }).nth(2)
  const symbol = (await other.getAttribute('data-idea')) ?? ''
  expect(symbol).not.toBe(before)

  await other.click()
  expect(await demoPage.waitForEvent('SYMBOL_CHANGED', countBefore + 1)).toBe(symbol)
  await why.shows(symbol)
  await how.shows(symbol)
})

test('the widget follows SET_SYMBOL and sends SYMBOL_CHANGED', async ({ demoPage }) => {
  await demoPage.openReady({ symbol: 'MSFT' })
  await demoPage.widget.why.shows('MSFT')

  await demoPage.sendSymbol('AAPL', 'Bearish')
  await expect.poll(async () => (await demoPage.receivedPayloads('SYMBOL_CHANGED')).at(-1)).toBe('AAPL')
  await demoPage.widget.why.shows('AAPL')
  await demoPage.widget.how.shows('AAPL')
})

test('a symbol set before READY is not lost', async ({ demoPage, page }) => {
  await page.route('**/Token', async (route) => {
    await demoPage.sendSymbol('NVDA')
    await route.continue()
  })
  await demoPage.open({ symbol: 'MSFT' })
  await demoPage.widget.why.shows('NVDA')
})

test('Trade sends the page a complete ticket for the contract on screen', async ({ demoPage }) => {
  await demoPage.openReady({ symbol: 'AAPL' })
  await demoPage.widget.how.shows('AAPL')
  await demoPage.widget.trade()
  const ticket = (await demoPage.waitForEvent('TRADE_TICKET_EXECUTE')) as TradeTicket

  expect(ticket).toEqual({
    symbol: 'AAPL',
    strategyName: expect.stringMatching(/\S/),
    price: expect.any(Number),
    optionLegs: expect.any(Array),
    securityLegs: expect.any(Array),
    disclosureVersion: expect.stringMatching(/\S/),
    ticketId: expect.stringMatching(/^[\da-f-]{36}$/),
    time: expect.stringMatching(/Z$/),
    simulated: true,
    dataAsOf: expect.stringMatching(/Z$/),
    orderType: 'limit',
    limit: ticket.price,
  })
  expect(ticket.optionLegs).toHaveLength(1)
  const [leg] = ticket.optionLegs
  expect(leg).toEqual({
    bid: expect.any(Number),
    ask: expect.any(Number),
    price: expect.any(Number),
    quantity: expect.any(Number),
    strike: expect.any(Number),
    expiry: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    legType: expect.stringMatching(/^(Call|Put)$/),
    id: expect.stringMatching(/\d{6}[CP]\d{8}$/),
  })
  if (!leg) return
  // A covered call or a short put: the option is sold, and its price lies inside the market.
  expect(leg.quantity).toBeLessThan(0)
  expect(leg.bid).toBeGreaterThan(0)
  expect(leg.price).toBeGreaterThanOrEqual(leg.bid)
  expect(leg.price).toBeLessThanOrEqual(leg.ask)
  // The ticket's cost is the sum of its legs: 100 shares to a contract, negative = credit.
  const options = leg.quantity * 100 * leg.price
  const shares = ticket.securityLegs.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  expect(ticket.price).toBeCloseTo(options + shares, 2)
})

test('the ticket names a contract that the service recommends', async ({ demoPage, page }) => {
  const recommended = page.waitForResponse(
    (response) => response.url().includes('/how/income/AAPL') && response.ok(),
  )
  await demoPage.open({ symbol: 'AAPL' })
  const body = (await (await recommended).json()) as {
    callOptimals: { id: string }[]
    putOptimals: { id: string }[]
  }
  await demoPage.widget.how.shows('AAPL')
  await demoPage.widget.trade()
  const ticket = (await demoPage.waitForEvent('TRADE_TICKET_EXECUTE')) as TradeTicket
  expect([...body.callOptimals, ...body.putOptimals].map((option) => option.id)).toContain(
    ticket.optionLegs[0]?.id,
  )
})

test('prices are updated from the feed', async ({ demoPage, page }) => {
  const quotes: FeedQuote[] = []
  page.on('websocket', (socket) => {
    expect(new URL(socket.url()).pathname).toBe('/feed')
    socket.on('framereceived', ({ payload }) => {
      quotes.push(...quotesIn(payload).filter(({ symbol }) => symbol === 'AAPL'))
    })
  })
  await demoPage.openReady({ symbol: 'AAPL' })
  // The price itself may stand still, for example at the high of the day.
  await expect
    .poll(() => new Set(quotes.map(({ time }) => time)).size, { timeout: 30_000 })
    .toBeGreaterThan(2)
  // The widget shows the price of the last message.
  await expect
    .poll(async () =>
      (await demoPage.widget.why.root.textContent())?.includes((quotes.at(-1)?.last ?? 0).toFixed(2)),
    )
    .toBe(true)
})

test('theme and language follow commands of the page', async ({ demoPage }) => {
  await demoPage.openReady({ theme: 'dark' })
  await expect(demoPage.widget.root).toHaveAttribute('data-theme', 'dark')
  await expect(demoPage.widget.root).toHaveAttribute('dir', 'ltr')
  await demoPage.sendTheme('three-panel-light')
  await expect(demoPage.widget.root).toHaveAttribute('data-theme', 'three-panel-light')
  await demoPage.sendLocale('ar')
  await expect(demoPage.widget.root).toHaveAttribute('dir', 'rtl')
})

test('the strategies widget shows strategies and no list of ideas', async ({ demoPage }) => {
  await demoPage.open({ type: 'proStrategies', symbol: 'AAPL' })
  await demoPage.widget.how.shows('AAPL')
  await expect(demoPage.widget.what.root).toHaveCount(0)
})

test('destroying removes the frame and ends the session on the server', async ({ demoPage, site, page }) => {
  const whyRequest = page.waitForRequest((request) => request.url().includes('/api/v1/platform/why/'))
  await demoPage.openReady()
  const dataRequest = await whyRequest
  const sentHeaders = await dataRequest.allHeaders()
  const headers: Record<string, string> = {
    [instanceHeader]: sentHeaders[instanceHeader.toLowerCase()] ?? '',
  }
  for (const name of ['cookie', 'authorization']) if (sentHeaders[name]) headers[name] = sentHeaders[name]
  const repeatRequest = () =>
    fetch(dataRequest.url().replace(site.widgetOrigin, site.serviceUrl), { headers })
  expect((await repeatRequest()).status).toBe(200)

  const ended = page
    .waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.url().endsWith('/session'),
    )
    .catch(() => null)
  await demoPage.destroy()
  await expect(demoPage.stage.locator('iframe')).toHaveCount(0)
  await expect.poll(async () => (await repeatRequest()).status).toBe(401)
  await page.close()
  await ended
})

test('a page on an unlisted domain gets a 403, the origin to submit, and no data', async ({
  demoPage,
  site,
}) => {
  const refused = demoPage.page.waitForResponse((response) => response.url().endsWith('/setCookie'))
  await demoPage.open({}, site.strangerUrl)
  expect((await refused).status()).toBe(403)
  expect(await demoPage.waitForEvent('ERROR')).toMatchObject({ code: 'DOMAIN_NOT_WHITELISTED' })
  await expect(demoPage.widget.frame.locator('body')).toContainText(site.strangerUrl)
  await expect(demoPage.widget.rows).toHaveCount(0)
  // The request for the ideas is sent together with the one that is refused.
  for (const request of demoPage.requests.filter((sent) => sent.url().includes('/api/')))
    expect((await request.response())?.status(), request.url()).toBe(401)
  expect(demoPage.sockets).toEqual([])
})

test('the token flow needs no whitelisted domain', async ({ demoPage, site }) => {
  await demoPage.open({ auth: 'token' }, site.strangerUrl)
  await expect(demoPage.status).toHaveText('Ready')
  await demoPage.widget.why.ready()
})

for (const auth of ['badKey', 'badToken']) {
  test(`with an invalid credential (${auth}) the widget shows an error and no data`, async ({ demoPage }) => {
    const refused = demoPage.page.waitForResponse((response) => response.url().endsWith('/Token'))
    await demoPage.open({ auth })
    expect((await refused).status()).toBe(401)
    expect(await demoPage.waitForEvent('ERROR')).toMatchObject({ code: 'AUTH' })
    await expect(demoPage.widget.frame.getByRole('alert')).toBeVisible()
    await expect(demoPage.widget.rows).toHaveCount(0)
  })
}

test('files load in the order of the load plan, within its maximum', async ({ demoPage, page }) => {
  // In the order of the browser's requests.
  const requestedFiles: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/assets\/.*\.(js|css)$/.test(pathname)) requestedFiles.push(pathname.slice(1))
  })
  await demoPage.openReady()
  await expect(demoPage.widget.why.root.locator('svg.why-drawing')).toBeVisible()
  await demoPage.widget.how.ready()

  // bench/sizes.ts lists the files and their sizes.
  const { before, after, onDemand } = groupFiles(
    JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8')) as Manifest,
    readFileSync('dist/app/app/index.html', 'utf8'),
  )
  const filesBefore = new Set([...before.scripts, ...before.styles])
  expect(new Set(requestedFiles.slice(0, filesBefore.size))).toEqual(filesBefore)
  // The line about similar picks follows the cards, which do not wait for it.
  const lastFile = [...onDemand].find((file) => file.includes('/record-line-'))
  await expect.poll(() => requestedFiles.at(-1)).toBe(lastFile)
  expect(new Set(requestedFiles.slice(filesBefore.size, -1))).toEqual(
    new Set([...after.scripts, ...after.styles]),
  )
  expect(requestedFiles.length).toBeLessThanOrEqual(maxFiles)
})

test('no key and no token appears in a URL', async ({ demoPage, page, site }) => {
  const secrets = new Set(Object.values(site.credentials))
  page.on('response', (response) => {
    if (!/\/(auth-token|Token|feed\/ticket)$/.test(response.url())) return
    void response
      .json()
      .then((body: Record<string, unknown>) => {
        for (const name of ['authToken', 'access_token', 'ticket'])
          if (typeof body[name] === 'string') secrets.add(body[name])
      })
      .catch(() => undefined)
  })
  for (const auth of ['apiKey', 'token']) {
    await demoPage.open({ auth })
    await page.reload()
    await expect(demoPage.status).toHaveText('Ready')
    await demoPage.widget.why.ready()
  }
  expect(secrets.size).toBeGreaterThan(Object.keys(site.credentials).length + 1)

  const addresses = [
    ...demoPage.requests.flatMap((request) => [request.url(), request.headers()['referer'] ?? '']),
    ...demoPage.sockets.map((socket) => socket.url()),
    ...page.frames().map((frame) => frame.url()),
  ].map(decodeURIComponent)
  for (const secret of secrets) expect(addresses.filter((address) => address.includes(secret))).toEqual([])
})

type FeedQuote = { symbol: string; last: number; time: string }

function quotesIn(payload: string | Buffer): FeedQuote[] {
  const frame = JSON.parse(payload.toString()) as { type: string; quotes?: FeedQuote[] }
  return frame.quotes ?? []
}
