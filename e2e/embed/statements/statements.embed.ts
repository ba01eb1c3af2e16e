/**
 * Statements of the security checklist about loader, messages, session and document that need a browser, one named
 * test each. Statements 2, 6, 8, 9 and 39 are also tests of their scenarios (33, 31, 35, 18, 30). Statements about
 * responses alone are unit tests: 1, 53 and 55 in `service/http/response/security-headers.test.ts`, 38, 40 and 41 in
 * `service/http/security-statements.test.ts`.
 */
import { createHash } from 'node:crypto'
import type { Frame } from '@playwright/test'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { headersOf, type HostPage } from '#e2e/kit/host-page.ts'
import { requestIdeasSeparately } from '#e2e/kit/separate-ideas.ts'

const scenario = '10-set-symbol'
const widgetFrames = (host: HostPage): Frame[] =>
  host.page.frames().filter((frame) => frame.url().includes('/widget?'))

/** Global that Playwright may add to a page in Firefox in order to type text. */
const playwrightGlobal = '__pw_bidiInsertText'

test('statement 2: the loader creates one global and uses no eval, no Function, no HTML', async ({
  host,
  site,
}) => {
  const text = await (await fetch(`${site.serviceUrl}/widgetLoader`)).text()
  expect(text).not.toMatch(/\beval\b|new Function|document\.write|innerHTML|insertAdjacentHTML|outerHTML/)
  await host.open('09-loader-unreachable', { fill: { SCRIPT: 'data:text/javascript,0' } })
  const added = await host.page.evaluate(async (src) => {
    const namesBefore = new Set(Object.getOwnPropertyNames(window))
    const tag = document.createElement('script')
    tag.src = src
    await new Promise((done) => {
      tag.onload = done
      document.head.append(tag)
    })
    return Object.getOwnPropertyNames(window).filter((name) => !namesBefore.has(name))
  }, `${site.widgetOrigin}/widgetLoader`)
  expect(added.filter((name) => name !== playwrightGlobal)).toEqual(['serviceWidgetLoader'])
})

test('statements 3 and 4: load() throws for invalid options, and creates no frame', async ({ host }) => {
  await host.open(scenario)
  const refused: [title: string, options: object][] = [
    ['statement 3: both credentials', { authToken: 'x' }],
    ['statement 3: neither credential', { apiKey: '' }],
    ['statement 3: no userId', { userId: '' }],
    ['statement 3: an unknown theme', { theme: 'neon' }],
    ['statement 3: a secretKey', { secretKey: 'sk_x' }],
    ['statement 4: a userId that is an e-mail address', { userId: 'ann@example.com' }],
    ['statement 4: a userId with a space', { userId: 'Ann Lee' }],
  ]
  for (const [index, [title, options]] of refused.entries()) {
    const thrown = await host.page.evaluate((options) => {
      try {
        window.start(options)
      } catch (error) {
        return { ...(error as object) }
      }
      return undefined
    }, options)
    expect(thrown, title).toMatchObject({ name: 'ServiceWidgetError', code: 'BAD_OPTION' })
    await expect(host.frames, title).toHaveCount(0)
    // The loader fetches the error text from the service and logs it asynchronously.
    await expect
      .poll(() => host.console.filter((line) => line.startsWith('BAD_OPTION: ')), title)
      .toHaveLength(index + 1)
  }
})

test('statement 5: the frame has no sandbox, a narrow allow, a strict referrer and a title, and is not lazy', async ({
  host,
}) => {
  await host.open(scenario)
  await host.start()
  await expect(host.frames).toHaveAttribute('data-service-widget', 'ready')
  const attributes = await host.frames.evaluate((frame) =>
    Object.fromEntries([...frame.attributes].map(({ name, value }) => [name, value])),
  )
  expect(attributes).toEqual({
    name: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: 'Options ideas',
    allow: 'clipboard-write',
    referrerpolicy: 'strict-origin',
    loading: 'eager',
    // The address contains no omitted options: the frame knows their defaults.
    src: expect.stringMatching(/\/widget\?type=pro&i=[0-9a-f-]{36}$/),
    style: expect.any(String),
    'data-service-widget': 'ready',
  })
})

test('statement 7: a pinned loader matches its hash, and the browser refuses it if one byte differs', async ({
  host,
  site,
}) => {
  const { latest, versions } = (await (
    await fetch(`${site.serviceUrl}/widgetLoader/versions.json`)
  ).json()) as {
    latest: string
    versions: { version: string; integrity: string }[]
  }
  const { integrity } = versions.find(({ version }) => version === latest)!
  const response = await fetch(`${site.serviceUrl}/widgetLoader/${latest}.js`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const hash = (data: Uint8Array) => `sha384-${createHash('sha384').update(data).digest('base64')}`
  expect(integrity).toBe(hash(bytes))

  const SCRIPT = `${site.widgetOrigin}/widgetLoader/${latest}.js`
  for (const [INTEGRITY, shouldLoad] of [
    [integrity, true],
    [hash(Uint8Array.of(...bytes, 10)), false],
  ] as const) {
    await host.open('statements', { fill: { SCRIPT, INTEGRITY } })
    expect(await host.page.evaluate(() => 'serviceWidgetLoader' in window)).toBe(shouldLoad)
  }
})

test('statement 10: a hello from the right window but another origin gets no response', async ({ host }) => {
  const forgerUrl = host.partner
    .page('12-hostile-messages')
    .replace('partner.localhost', 'stranger.localhost')
  await host.open(scenario)
  await host.page.route('**/widget?*', (route) =>
    route.fulfill({ status: 302, headers: { location: `${forgerUrl}forger.html` } }),
  )
  await host.page.evaluate(() => window.recordPorts())
  await host.start()
  const frame = () => host.page.frames().find((candidate) => candidate.url().includes('forger.html'))
  await expect.poll(() => Boolean(frame())).toBe(true)
  await frame()!.evaluate(() =>
    parent.postMessage({ ns: 'service-widget', type: 'hello', id: name, protocol: 1, min: 1, app: '' }, '*'),
  )
  await host.settle()
  expect(await host.page.evaluate(() => window.ports)).toEqual([])
})

test('statement 11: only the empty hello is posted to every origin', async ({ host, site }) => {
  const loader = await (await fetch(`${site.serviceUrl}/widgetLoader`)).text()
  expect(loader).not.toMatch(/postMessage\([^)]*['"`]\*['"`]/)
  await host.open(scenario)
  const helloFields = host.page.evaluate(
    () =>
      new Promise<string[]>((done) =>
        addEventListener('message', ({ data }) => done(Object.keys(data as object)), { once: true }),
      ),
  )
  await host.start({ symbol: 'IBM' })
  expect((await helloFields).toSorted()).toEqual(['app', 'id', 'min', 'ns', 'protocol', 'type'])
  await host.ready()
})

test('statement 12: the frame accepts one channel, and only with its 128-bit name', async ({
  host,
  site,
}) => {
  await host.open(scenario)
  const responses = await host.page.evaluate(async (origin) => {
    const frame = document.createElement('iframe')
    frame.name = crypto.randomUUID()
    frame.src = `${origin}/widget?type=pro`
    document.body.append(frame)
    await new Promise((done) => addEventListener('message', done, { once: true }))
    const pingWithId = (id: string) => {
      const { port1, port2 } = new MessageChannel()
      frame.contentWindow!.postMessage({ ns: 'service-widget', type: 'init', id, protocol: 1 }, origin, [
        port2,
      ])
      port1.postMessage({ type: 'ping' })
      return new Promise((done) => {
        port1.onmessage = ({ data }) => done((data as { type: string }).type)
        // Dispatched 100 ms after the right name got its pong: a response would have arrived by then.
        frame.addEventListener('answered', () => done('silence'))
      })
    }
    const guesses = [pingWithId(crypto.randomUUID()), pingWithId('')]
    const rightName = await pingWithId(frame.name)
    const secondChannel = pingWithId(frame.name)
    await new Promise((done) => setTimeout(done, 100))
    frame.dispatchEvent(new Event('answered'))
    return [rightName, ...(await Promise.all([...guesses, secondChannel]))]
  }, site.widgetOrigin)
  expect(responses).toEqual(['pong', 'silence', 'silence', 'silence'])
})

test('statement 13: invalid messages and a flood of valid ones have no harmful effect', async ({ host }) => {
  await host.open(scenario)
  await host.page.evaluate(() => window.recordPorts())
  await host.start({ symbol: 'AAPL' })
  await host.ready()
  await host.page.evaluate(() => {
    const [port] = window.ports
    const poisoned = JSON.parse(
      '{"type":"command","name":"SET_SYMBOL","payload":{"__proto__":{"symbol":"EVIL"},"constructor":1}}',
    ) as object
    for (const message of [
      null,
      NaN,
      [],
      poisoned,
      { type: '__proto__' },
      { type: 'command', name: 'constructor' },
    ])
      port!.postMessage(message)
    for (let index = 0; index < 10_000; index++)
      port!.postMessage({
        type: 'command',
        name: 'SET_SYMBOL',
        payload: { symbol: index % 2 ? 'MSFT' : 'AAPL' },
      })
    port!.postMessage({ type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'IBM' } })
  })
  await host.widget.why.shows('IBM')
  expect(await host.receivedPayloads('SYMBOL_CHANGED')).not.toContain('EVIL')
  expect(await widgetFrames(host)[0]!.evaluate(() => 'symbol' in {})).toBe(false)
  expect(host.uncaughtErrors).toEqual([])
})

test('statement 14: SET_SYMBOL accepts tickers and the three sentiments; other values have no effect', async ({
  host,
}) => {
  await host.openReady(scenario, { symbol: 'AAPL' })
  for (const symbol of ['', '<b>', 'A B', 'AAPL;DROP', 'A'.repeat(16), 'ÄPFEL', null, 5, {}])
    await host.send('SET_SYMBOL', { symbol, sentiment: 'Bullish' })
  await host.send('SET_SYMBOL', { symbol: 'ibm', sentiment: 'Furious' })
  await host.widget.why.shows('IBM')
  expect(await host.receivedPayloads('SYMBOL_CHANGED')).toEqual(['IBM'])
})

test('statement 15: a trade needs a real click of the user', async ({ host }) => {
  await host.openReady(scenario, { symbol: 'AAPL' })
  await host.widget.how.shows('AAPL')
  // By an event: Firefox delivers no input into the cross-site frame. Only Trade needs a real click.
  await host.widget.action('review').dispatchEvent('click')
  await expect(host.widget.action('trade')).toBeVisible()
  await host.widget.action('trade').evaluate((button: HTMLButtonElement) => {
    button.click()
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.how.shows('IBM')
  expect(await host.receivedPayloads('TRADE_TICKET_EXECUTE')).toEqual([])
  const ticket = await host.trade()
  if (ticket) expect(ticket).toMatchObject({ symbol: 'IBM' })
})

test('statement 40: a session from one partner’s site is not sent from another’s', async ({ host, site }) => {
  const other = `http://partner2.localhost:${host.partner.port}`
  await site.admin('domain', 'add', 'p_demo', other)
  await host.openReady(scenario)
  const firstFrameName = await host.frames.evaluate((frame: HTMLIFrameElement) => frame.name)
  await host.open(scenario, { baseUrl: 'http://partner2.localhost' })
  // All requests of the first page have ended, including the one that ends its session.
  const requestCountBefore = host.requests.length
  await host.start()
  await host.ready()
  await host.widget.why.ready()
  const headersOfRequests = await Promise.all(host.requests.slice(requestCountBefore).map(headersOf))
  expect(
    headersOfRequests.filter((headers) => headers['cookie']?.includes('__Host-sw-')).length,
  ).toBeGreaterThan(0)
  expect(headersOfRequests.filter((headers) => headers['cookie']?.includes(firstFrameName))).toEqual([])
})

test('statement 53: the frame’s policy blocks foreign scripts and nothing of the widget', async ({
  host,
}) => {
  await host.openReady(scenario, { symbol: 'AAPL' })
  await host.widget.how.shows('AAPL')
  const violations = host.console.filter((line) => /content security policy|trusted type/i.test(line))
  expect(violations).toEqual([])
  const [refused, ran] = await widgetFrames(host)[0]!.evaluate(async () => {
    const page = window as unknown as { ran: string[] }
    page.ran = []
    const link = document.createElement('a')
    link.href = 'javascript:ran.push("link")'
    const attempts: (() => void)[] = [
      () => void (document.createElement('script').src = 'https://evil.test/x.js'),
      () => void (document.createElement('script').text = 'ran.push("script")'),
      () => document.body.insertAdjacentHTML('beforeend', '<svg onload="ran.push(1)">'),
      () => document.createElement('img').setAttribute('onerror', 'ran.push("handler")'),
    ]
    const refused = attempts.map((attempt) => {
      try {
        attempt()
        return 'accepted'
      } catch (error) {
        return (error as Error).name
      }
    })
    const blocked = new Promise((done) => addEventListener('securitypolicyviolation', done, { once: true }))
    document.body.append(link)
    link.click()
    await blocked
    link.remove()
    return [refused, page.ran]
  })
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
  expect(ran).toEqual([])
})

test('statement 54: markup in the service’s texts is shown as text', async ({ host, site }) => {
  const attack = '<img src=x onerror="window.hacked=1">\u202Eevil'
  const injectMarkup = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(injectMarkup)
      : value && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value).map(([name, inner]) => [
              name,
              /^(companyName|sentence|reason|inPlainEnglish)$/.test(name) && typeof inner === 'string'
                ? attack
                : injectMarkup(inner),
            ]),
          )
        : value
  await requestIdeasSeparately(host.page)
  await host.page.route(/\/api\/v1\/platform\/(what|why|how)\//, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const response = await fetch(site.serviceUrl + pathname + search, {
      headers: { authorization: await host.bearer() },
    })
    await route.fulfill({ json: injectMarkup(await response.json()), status: response.status })
  })
  await host.openReady(scenario, { symbol: 'AAPL' })
  await host.widget.why.shows('AAPL')
  await expect(host.widget.what.root).toContainText('<img src=x onerror=')
  await expect(host.widget.why.root).toContainText('<img src=x onerror=')
  expect(
    await widgetFrames(host)[0]!.evaluate(() => ['hacked' in window, document.querySelector('img[src=x]')]),
  ).toEqual([false, null])
})

test('statement 55: links in the frame pass on neither opener nor referrer', async ({ host }) => {
  await host.openReady(scenario, {
    showSupportButtons: true,
    showBusinessInquiries: true,
    showSocialButtons: true,
    showDisclaimer: true,
  })
  const links = await host
    .frame()
    .locator('a[target=_blank]')
    .evaluateAll((anchors) => anchors.map((link) => (link as HTMLAnchorElement).rel))
  expect(links.length).toBeGreaterThan(0)
  for (const rel of links) expect(rel.split(' ')).toEqual(expect.arrayContaining(['noopener', 'noreferrer']))
})
