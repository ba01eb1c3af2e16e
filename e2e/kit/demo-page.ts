/** The demo partner's page: its controls, and the events it receives. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { EventType } from '#contract/bridge/bridge.ts'
import { PageWithWidget } from './page.ts'
import type { Site } from './site.ts'

/** Settings in the demo page's URL hash. */
export type DemoSettings = Partial<
  Record<'type' | 'theme' | 'auth' | 'symbol' | 'stage' | 'locale' | 'userId' | 'accentColor', string> &
    Record<`show${string}`, boolean>
>

export class DemoPage extends PageWithWidget {
  readonly site: Site
  readonly stage: Locator
  readonly status: Locator
  readonly events: Locator

  constructor(page: Page, site: Site) {
    super(page, 'widget')
    this.site = site
    this.stage = page.locator('#widget')
    this.status = page.locator('#status')
    this.events = page.getByRole('log', { name: 'Events' })
  }

  /** Opens the page, by default at its whitelisted origin; does not wait for the widget. */
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

  /** Payloads of an event from the page's list of events, which has the newest first. */
  async receivedPayloads(name: EventType): Promise<unknown[]> {
    const texts = await this.events
      .locator(`li[data-direction=in][data-event=${name}] code`)
      .allTextContents()
    return texts.toReversed().map((text) => JSON.parse(text) as unknown)
  }
}
