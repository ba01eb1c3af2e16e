/** The widget in an app's web view, controlled by native code instead of a page. docs/mobile.md, spec 5.4. */
import { fileURLToPath } from 'node:url'
import type { Page, Request } from '@playwright/test'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { newAuthToken } from '#e2e/kit/doors.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { type EmbeddedWidget, widgetIn } from '#loader/packages/testing/widget.ts'
import type { Site } from '#e2e/kit/site.ts'
import { readReleases } from '#service/server/files/releases.ts'

/** A release whose application is kept. */
const { version: pinnedVersion } = readReleases(
  fileURLToPath(new URL('../../releases', import.meta.url)),
).find(({ app }) => app)!

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Native code of the test: messages received from the widget, as JSON, and a function that sends one to it. */
type Native = { received: string[]; send: (text: string) => void }
type Message = { type: string; name?: string; payload?: unknown; id?: string }

/** For each kind of shell, a function that injects its objects into the page before the page's scripts run. */
const shells: Record<string, () => void> = {
  iOS: () => {
    const received: string[] = []
    Object.assign(window, {
      webkit: { messageHandlers: { serviceWidget: { postMessage: (text: string) => received.push(text) } } },
      native: {
        received,
        send: (data: string) => window.dispatchEvent(new MessageEvent('message', { data })),
      },
    })
  },
  Android: () => {
    const received: string[] = []
    const serviceWidget = {
      postMessage: (text: string) => received.push(text),
      onmessage: null as ((event: { data: string }) => void) | null,
    }
    Object.assign(window, {
      serviceWidget,
      native: { received, send: (data: string) => serviceWidget.onmessage?.({ data }) },
    })
  },
  'React Native on Android': () => {
    const received: string[] = []
    Object.assign(window, {
      ReactNativeWebView: { postMessage: (text: string) => received.push(text) },
      native: {
        received,
        send: (data: string) => document.dispatchEvent(new MessageEvent('message', { data })),
      },
    })
  },
}

/** An app with the widget in its web view. */
class App {
  readonly page: Page
  readonly site: Site
  readonly widget: EmbeddedWidget
  readonly requests: Request[] = []
  readonly errors: string[] = []

  constructor(page: Page, site: Site) {
    this.page = page
    this.site = site
    this.widget = widgetIn(page)
    page.on('request', (request) => this.requests.push(request))
    page.on('pageerror', (error) => this.errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(`${message.text()} ${message.location().url}`)
    })
  }

  /** @param release `/<version>` of a pinned release; default: the stable one */
  async open(shell: () => void, release = ''): Promise<void> {
    await this.page.addInitScript(shell)
    const query = 'toplevel=1&type=pro&theme=dark&locale=en'
    await this.page.goto(`${this.site.widgetOrigin}/widget${release}?${query}`)
    await this.waitForMessage('hello')
  }

  /** Messages of a type so far, or events of a name. */
  async received(type: string): Promise<Message[]> {
    const texts = await this.page.evaluate(() => (window as unknown as { native: Native }).native.received)
    return texts
      .map((text) => JSON.parse(text) as Message)
      .filter((message) => type === (message.name ?? message.type))
  }

  /** Waits until there are `count` messages of a type, and returns the latest. */
  async waitForMessage(type: string, count = 1): Promise<Message> {
    await expect
      .poll(async () => (await this.received(type)).length, { message: type, timeout: 20_000 })
      .toBeGreaterThanOrEqual(count)
    return (await this.received(type)).at(-1)!
  }

  async send(message: object): Promise<void> {
    await this.page.evaluate(
      (text) => (window as unknown as { native: Native }).native.send(text),
      JSON.stringify(message),
    )
  }

  async start(options: object, more: object = {}): Promise<void> {
    await this.send({ type: 'start', options: { userId: 'mobile-1', ...options }, ...more })
  }
}

for (const [name, shell] of Object.entries(shells)) {
  test(`in an app on ${name} the widget starts, follows commands, sends events and ends`, async ({
    page,
    site,
  }) => {
    const app = new App(page, site)
    await app.open(shell)
    // The theme applies before the app has sent a message.
    await expect(app.widget.root).toHaveAttribute('data-theme', 'dark')
    await app.start({ authToken: await newAuthToken(site), symbol: 'AAPL' })
    await app.waitForMessage('ready')
    await expect(app.widget.root).toHaveAttribute('data-theme', 'dark')
    await app.widget.why.choose()
    await app.widget.why.shows('AAPL')

    await app.send({ type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT' } })
    expect((await app.waitForMessage('SYMBOL_CHANGED')).payload).toBe('MSFT')
    await app.widget.why.shows('MSFT')
    await app.send({ type: 'command', name: 'SET_THEME', payload: { theme: 'light' } })
    await expect(app.widget.root).toHaveAttribute('data-theme', 'light')

    await app.widget.how.choose()
    await app.widget.how.shows('MSFT')
    await app.widget.trade()
    const ticket = (await app.waitForMessage('TRADE_TICKET_EXECUTE')).payload as TradeTicket
    expect(ticket).toMatchObject({ symbol: 'MSFT', optionLegs: [{ strike: expect.any(Number) }] })
    // An app that declares no subscriptions receives every ticket, and may acknowledge it like a page.
    const ticketNote = app.widget.how.root.locator('[data-ticket]')
    await expect(ticketNote).toHaveAttribute('data-ticket', 'handed')
    const { ticketId } = ticket
    await app.send({ type: 'command', name: 'TICKET_RECEIVED', payload: { ticketId, reference: 'APP-7' } })
    await expect(ticketNote).toHaveAttribute('data-ticket', 'received')
    await expect(ticketNote).toContainText('APP-7')

    // Nothing is wider than the phone.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await app.send({ type: 'destroy' })
    expect((await ended).status()).toBe(204)
    await expect(app.widget.why.root).toHaveCount(0)
    expect(await app.received('ERROR')).toEqual([])
    expect(app.errors).toEqual([])
  })
}

test('an app that pins a release gets its widget from the pinned address', async ({ page, site }) => {
  const app = new App(page, site)
  await app.open(shells['iOS']!, `/${pinnedVersion}`)
  expect(await app.waitForMessage('hello')).toMatchObject({ app: pinnedVersion })
  await app.start({ authToken: await newAuthToken(site), symbol: 'AAPL' })
  await app.waitForMessage('ready')
  await app.widget.how.choose()
  await app.widget.how.shows('AAPL')
  expect(new URL(page.url()).pathname).toBe(`/widget/${pinnedVersion}`)
  expect(await app.received('ERROR')).toEqual([])
  expect(app.errors).toEqual([])
})

test('the token appears in no address, and a reload asks for a new one', async ({ page, site }) => {
  const app = new App(page, site)
  await app.open(shells['iOS']!)
  const { id } = await app.waitForMessage('hello')
  const first = await newAuthToken(site)
  await app.start({ authToken: first }, { canRenew: true })
  await app.waitForMessage('ready')
  await page.reload()
  expect((await app.waitForMessage('hello')).id).toBe(id)
  // The native code has only the used token.
  await app.start({ authToken: first }, { canRenew: true })
  await app.waitForMessage('need-token')
  await app.send({ type: 'token', authToken: await newAuthToken(site) })
  await app.waitForMessage('ready')
  expect(app.requests.filter((request) => request.url().includes(first))).toEqual([])
})

test('an API key is refused in an app, with an explanation', async ({ page, site }) => {
  const app = new App(page, site)
  await app.open(shells['Android']!)
  await app.start({ apiKey: site.credentials.apiKey })
  expect((await app.waitForMessage('ERROR')).payload).toMatchObject({ code: 'DOMAIN_NOT_WHITELISTED' })
  await expect(page.getByRole('alert')).toContainText(site.widgetOrigin)
})

test('an app with wrong options gets an ERROR that names them', async ({ page, site }) => {
  const app = new App(page, site)
  await app.open(shells['iOS']!)
  await app.send({ type: 'start', options: { userId: 'a@b.c' } })
  await app.waitForMessage('ERROR')
  const [first] = await app.received('ERROR')
  expect(first!.payload).toMatchObject({
    code: 'BAD_OPTION',
    message: expect.stringMatching(/userId.*apiKey/),
  })
})

test('a plain browser gets an explanation, since it has no native side', async ({ page, site }) => {
  await page.goto(`${site.widgetOrigin}/widget?toplevel=1`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-panel]')).toHaveCount(0)
})

test('touch targets are at least 44 px: rows of both densities, the controls above the list, figures and the footer', async ({
  page,
  site,
}) => {
  const app = new App(page, site)
  await app.open(shells['iOS']!)
  await app.start({ authToken: await newAuthToken(site), symbol: 'AAPL', showDisclaimer: true })
  await app.waitForMessage('ready')
  const heights = async (selector: string) => {
    await expect(page.locator(selector).first()).toBeVisible()
    return page
      .locator(`${selector}:visible`)
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().height))
  }
  const smallestHeight = async (selector: string) => Math.min(...(await heights(selector)))
  await page.locator('#tab-what').click()
  for (const density of ['comfortable', 'compact']) {
    await page.evaluate((density) => (document.documentElement.dataset['density'] = density), density)
    expect(await smallestHeight('[data-idea]'), density).toBeGreaterThanOrEqual(44)
  }
  for (const control of ['.search input', '.tabs button', '.what-lists button', '.what-sort', '.what-more'])
    expect(await smallestHeight(control), control).toBeGreaterThanOrEqual(44)
  expect(await smallestHeight('.footer .button')).toBeGreaterThanOrEqual(44)
  await page.locator('#tab-how').click()
  expect(await smallestHeight('.how-figures button')).toBeGreaterThanOrEqual(44)
})
