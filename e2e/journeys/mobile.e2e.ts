/** The widget in an app's web view, controlled by native code instead of a page. docs/mobile.md, spec 5.4. */
import type { Page, Request } from '@playwright/test'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { newAuthToken } from '#e2e/kit/doors.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { type EmbeddedWidget, widgetIn } from '#loader/packages/testing/widget.ts'
import type { Site } from '#e2e/kit/site.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Native code as the test uses it: `heard` has messages of the widget as JSON, `tell` sends it one. */
type Native = { heard: string[]; tell: (text: string) => void }
type Message = { type: string; name?: string; payload?: unknown; id?: string }

/** Objects that the three kinds of shell inject into a page before its scripts run. */
const shells: Record<string, () => void> = {
  iOS: () => {
    const heard: string[] = []
    Object.assign(window, {
      webkit: { messageHandlers: { serviceWidget: { postMessage: (text: string) => heard.push(text) } } },
      native: {
        heard,
        tell: (data: string) => window.dispatchEvent(new MessageEvent('message', { data })),
      },
    })
  },
  Android: () => {
    const heard: string[] = []
    const serviceWidget = {
      postMessage: (text: string) => heard.push(text),
      onmessage: null as ((event: { data: string }) => void) | null,
    }
    Object.assign(window, {
      serviceWidget,
      native: { heard, tell: (data: string) => serviceWidget.onmessage?.({ data }) },
    })
  },
  'React Native on Android': () => {
    const heard: string[] = []
    Object.assign(window, {
      ReactNativeWebView: { postMessage: (text: string) => heard.push(text) },
      native: {
        heard,
        tell: (data: string) => document.dispatchEvent(new MessageEvent('message', { data })),
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

  async open(shell: () => void, query = 'type=pro&theme=dark&locale=en'): Promise<void> {
    await this.page.addInitScript(shell)
    await this.page.goto(`${this.site.widgetOrigin}/widget?toplevel=1&${query}`)
    await this.hears('hello')
  }

  async heard(type: string): Promise<Message[]> {
    const texts = await this.page.evaluate(() => (window as unknown as { native: Native }).native.heard)
    return texts.map((text) => JSON.parse(text) as Message).filter((one) => type === (one.name ?? one.type))
  }

  /** The latest message of a type, once there are `count`. */
  async hears(type: string, count = 1): Promise<Message> {
    await expect
      .poll(async () => (await this.heard(type)).length, { message: type, timeout: 20_000 })
      .toBeGreaterThanOrEqual(count)
    return (await this.heard(type)).at(-1)!
  }

  async tell(message: object): Promise<void> {
    await this.page.evaluate(
      (text) => (window as unknown as { native: Native }).native.tell(text),
      JSON.stringify(message),
    )
  }

  async start(options: object, more: object = {}): Promise<void> {
    await this.tell({ type: 'start', options: { userId: 'mobile-1', ...options }, ...more })
  }
}

for (const [name, shell] of Object.entries(shells)) {
  test(`in an app on ${name} the widget starts, follows commands, sends events and ends`, async ({
    page,
    site,
  }) => {
    const app = new App(page, site)
    await app.open(shell)
    // The theme is right before the app has sent anything.
    await expect(app.widget.root).toHaveAttribute('data-theme', 'dark')
    await app.start({ authToken: await newAuthToken(site), symbol: 'AAPL' })
    await app.hears('ready')
    await expect(app.widget.root).toHaveAttribute('data-theme', 'dark')
    await app.widget.why.choose()
    await app.widget.why.shows('AAPL')

    await app.tell({ type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT' } })
    expect((await app.hears('SYMBOL_CHANGED')).payload).toBe('MSFT')
    await app.widget.why.shows('MSFT')
    await app.tell({ type: 'command', name: 'SET_THEME', payload: { theme: 'light' } })
    await expect(app.widget.root).toHaveAttribute('data-theme', 'light')

    await app.widget.how.choose()
    await app.widget.how.shows('MSFT')
    await app.widget.trade()
    const ticket = (await app.hears('TRADE_TICKET_EXECUTE')).payload as TradeTicket
    expect(ticket).toMatchObject({ symbol: 'MSFT', optionLegs: [{ strike: expect.any(Number) }] })
    // An app that declares no subscriptions receives every ticket, and may acknowledge it like a page.
    const place = app.widget.how.root.locator('[data-ticket]')
    await expect(place).toHaveAttribute('data-ticket', 'handed')
    const { ticketId } = ticket
    await app.tell({ type: 'command', name: 'TICKET_RECEIVED', payload: { ticketId, reference: 'APP-7' } })
    await expect(place).toHaveAttribute('data-ticket', 'received')
    await expect(place).toContainText('APP-7')

    // Nothing is wider than the phone.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await app.tell({ type: 'destroy' })
    expect((await ended).status()).toBe(204)
    await expect(app.widget.why.root).toHaveCount(0)
    expect(await app.heard('ERROR')).toEqual([])
    expect(app.errors).toEqual([])
  })
}

test('the token appears in no address, and a reload asks for a new one', async ({ page, site }) => {
  const app = new App(page, site)
  await app.open(shells['iOS']!)
  const { id } = await app.hears('hello')
  const first = await newAuthToken(site)
  await app.start({ authToken: first }, { canRenew: true })
  await app.hears('ready')
  await page.reload()
  expect((await app.hears('hello')).id).toBe(id)
  // Native code only has the token that is already used.
  await app.start({ authToken: first }, { canRenew: true })
  await app.hears('need-token')
  await app.tell({ type: 'token', authToken: await newAuthToken(site) })
  await app.hears('ready')
  expect(app.requests.filter((request) => request.url().includes(first))).toEqual([])
})

test('an API key is refused in an app, with an explanation', async ({ page, site }) => {
  const app = new App(page, site)
  await app.open(shells['Android']!)
  await app.start({ apiKey: site.credentials.apiKey })
  expect((await app.hears('ERROR')).payload).toMatchObject({ code: 'DOMAIN_NOT_WHITELISTED' })
  await expect(page.getByRole('alert')).toContainText(site.widgetOrigin)
})

test('an app with wrong options gets an ERROR that names them', async ({ page, site }) => {
  const app = new App(page, site)
  await app.open(shells['iOS']!)
  await app.tell({ type: 'start', options: { userId: 'a@b.c' } })
  await app.hears('ERROR')
  const [first] = await app.heard('ERROR')
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

test('touch targets are at least 44 px: rows of both densities, column headings, figures and the footer', async ({
  page,
  site,
}) => {
  const app = new App(page, site)
  await app.open(shells['iOS']!)
  await app.start({ authToken: await newAuthToken(site), symbol: 'AAPL', showDisclaimer: true })
  await app.hears('ready')
  const heights = async (selector: string) => {
    await expect(page.locator(selector).first()).toBeVisible()
    return page
      .locator(`${selector}:visible`)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  }
  const smallestHeight = async (selector: string) => Math.min(...(await heights(selector)))
  await page.locator('#tab-what').click()
  for (const density of ['comfortable', 'compact']) {
    await page.evaluate((to) => (document.documentElement.dataset['density'] = to), density)
    expect(await smallestHeight('[data-idea]'), density).toBeGreaterThanOrEqual(44)
  }
  expect(await smallestHeight('.ideas thead button')).toBeGreaterThanOrEqual(44)
  expect(await smallestHeight('.footer .button')).toBeGreaterThanOrEqual(44)
  await page.locator('#tab-how').click()
  expect(await smallestHeight('.how-figures button')).toBeGreaterThanOrEqual(44)
})
