/** The demo partner's page: what a partner does with the widget, and what the page hears of it. */
import { expect, type Locator, type Page, type Request, type WebSocket } from '@playwright/test'
import type { Site } from '../site.ts'
import { Widget } from './widget.ts'

/** What the URL's hash of the demo page may say. */
export type DemoSettings = Partial<
  Record<'type' | 'theme' | 'auth' | 'symbol' | 'stage' | 'locale' | 'userId', string> &
    Record<`show${string}`, boolean>
>

export class EmbedPage {
  readonly page: Page
  readonly site: Site
  readonly widget: Widget
  readonly stage: Locator
  readonly status: Locator
  readonly events: Locator
  /** Every request of the page and its frames, in order. */
  readonly requests: Request[] = []
  readonly sockets: WebSocket[] = []
  /** Errors a person would see in the console, of the page or the frame. */
  readonly errors: string[] = []

  constructor(page: Page, site: Site) {
    this.page = page
    this.site = site
    this.stage = page.locator('#widget')
    this.widget = new Widget(page.frameLocator('#widget iframe'))
    this.status = page.locator('#status')
    this.events = page.getByRole('log', { name: 'Events' })
    page.on('request', (request) => this.requests.push(request))
    page.on('websocket', (socket) => this.sockets.push(socket))
    page.on('pageerror', (error) => this.errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text())
    })
  }

  /** Opens the page, by default under the whitelisted name, and does not wait for the widget. */
  async open(settings: DemoSettings = {}, address: string = this.site.partnerUrl): Promise<void> {
    const hash = new URLSearchParams(Object.entries(settings).map(([name, value]) => [name, String(value)]))
    await this.page.goto(`${address}/#${hash}`)
  }

  /** Opens the page and waits until the widget is usable and shows data. */
  async openReady(settings: DemoSettings = {}): Promise<void> {
    await this.open(settings)
    await expect(this.status).toHaveText('Ready')
    await this.widget.why.ready()
  }

  async sendSymbol(symbol: string, sentiment = ''): Promise<void> {
    const form = this.page.locator('#set-symbol')
    await form.locator('[name=symbol]').fill(symbol)
    await form.locator('[name=sentiment]').selectOption(sentiment)
    await form.getByRole('button').click()
  }

  async sendTheme(theme: string): Promise<void> {
    const form = this.page.locator('#set-theme')
    await form.locator('[name=theme]').selectOption(theme)
    await form.getByRole('button').click()
  }

  async sendLocale(locale: string): Promise<void> {
    const form = this.page.locator('#set-locale')
    await form.locator('[name=locale]').selectOption(locale)
    await form.getByRole('button').click()
  }

  async destroy(): Promise<void> {
    await this.page.getByRole('button', { name: 'Destroy' }).click()
  }

  /** Payloads of one event the widget sent, oldest first. */
  async heard(name: string): Promise<unknown[]> {
    const texts = await this.events
      .locator(`li[data-direction=in][data-event=${name}] code`)
      .allTextContents()
    return texts.toReversed().map((text) => JSON.parse(text) as unknown)
  }

  /** The latest payload of an event, once there are `count`. */
  async hears(name: string, count = 1): Promise<unknown> {
    await expect
      .poll(async () => (await this.heard(name)).length, { message: `events ${name}` })
      .toBeGreaterThanOrEqual(count)
    return (await this.heard(name)).at(-1)
  }
}
