/** A partner's page with widgets: actions of the page, received events, and content. */
import { expect, type FrameLocator, type Locator, type Page, type Request } from '@playwright/test'
import type { EventType, WidgetError } from '#contract/bridge/bridge.ts'
import { dataRoutes } from '#contract/api/routes.ts'
import type { ServiceWidgetLoader } from '#loader/loader.ts'
import type { WidgetInstance } from '#loader/widget.ts'
import { PageWithWidget } from './page.ts'
import type { Partner, Serving } from './partner.ts'
import type { Site } from './site.ts'

/** One entry of the page's event record (host-page.js). */
export type Entry = { who: string; name: EventType; payload: unknown; at: number }

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the page's own globals, by declaration merging
  interface Window {
    widget: WidgetInstance
    diary: Entry[]
    options: (more?: object) => Parameters<ServiceWidgetLoader['load']>[1]
    start: (more?: object, type?: string) => WidgetInstance
    follow: (widget: WidgetInstance, who?: string) => WidgetInstance
    withToken: (more?: object) => Promise<object>
    takeHeart: () => void
    beat: () => void
    tapPorts: () => void
    ports: MessagePort[]
  }
}

/** The service's response to a widget session's token. */
export async function sessionStatus(site: Site, authorization: string): Promise<number> {
  const response = await fetch(site.serviceUrl + dataRoutes.tone.path, { headers: { authorization } })
  return response.status
}

/** Headers as sent. For an aborted request the browser does not report them: then the headers it was created with. */
export function headersOf(request: Request): Promise<Record<string, string>> {
  const created = new Promise<Record<string, string>>((resolve) => {
    setTimeout(() => resolve(request.headers()), 2_000)
  })
  return Promise.race([request.allHeaders(), created])
}

/** The widget is in the element `ideas`. */
export class HostPage extends PageWithWidget {
  readonly partner: Partner

  constructor(page: Page, partner: Partner) {
    super(page, 'ideas')
    this.partner = partner
  }

  frame(destination = 'ideas'): FrameLocator {
    return this.page.frameLocator(`#${destination} > iframe`)
  }

  box(destination = 'ideas'): Locator {
    return this.page.locator(`#${destination}`)
  }

  get frames(): Locator {
    return this.page.locator('iframe')
  }

  async open(folder: string, serving?: Serving): Promise<void> {
    await this.page.goto(this.partner.page(folder, serving))
  }

  /** Opens the page, loads one widget and waits until it is ready. */
  async openReady(folder: string, more: object = {}, serving?: Serving): Promise<void> {
    await this.open(folder, serving)
    await this.start(more)
    await this.ready()
  }

  async start(more: object = {}, type = 'pro'): Promise<void> {
    await this.page.evaluate(([given, kind]) => void window.start(given, kind), [more, type] as const)
  }

  /** Like `start`, with a one-time token. `renews`: the page can fetch a new one. */
  async startWithToken(renews = false, more: object = {}): Promise<void> {
    await this.page.evaluate(
      async ([renews, more]) => {
        const args = await window.withToken(more)
        const getAuthToken = async () => (await fetch('/token', { method: 'POST' })).text()
        window.start({ ...args, ...(renews && { getAuthToken }) })
      },
      [renews, more] as const,
    )
  }

  async send(name: 'SET_SYMBOL' | 'SET_THEME' | 'SET_LOCALE', payload: object): Promise<void> {
    await this.page.evaluate(([name, payload]) => window.widget.postMessage(name, payload as never), [
      name,
      payload,
    ] as const)
  }

  /** Stops the loader's heartbeat timer, so that only `beat` triggers it. Call it before the widget is loaded. */
  async takeHeart(): Promise<void> {
    await this.page.evaluate(() => window.takeHeart())
  }

  async beat(times: number): Promise<void> {
    await this.page.evaluate((times) => {
      for (let at = 0; at < times; at++) window.beat()
    }, times)
  }

  /**
   * Presses Trade as a user does, and returns the ticket that the page receives. Undefined in Firefox, whose
   * remote protocol delivers neither mouse nor keys into cross-site frames.
   */
  async trade(): Promise<unknown> {
    if (this.page.context().browser()?.browserType().name() === 'firefox') return undefined
    await this.widget.trade()
    return this.hears('TRADE_TICKET_EXECUTE')
  }

  async destroy(): Promise<void> {
    await this.page.evaluate(() => window.widget.destroyWidget())
  }

  async receivedPayloads(name: EventType, who?: string): Promise<unknown[]> {
    const diary = await this.page.evaluate(() => window.diary)
    return diary.filter((entry) => entry.name === name && (!who || entry.who === who)).map((e) => e.payload)
  }

  async ready(who?: string): Promise<void> {
    await this.hears('READY', 1, who)
  }

  async error(count = 1): Promise<WidgetError> {
    return (await this.hears('ERROR', count)) as WidgetError
  }

  /** The access token of the latest session, as the frame sent it. */
  async bearer(): Promise<string> {
    const lastSetCookie = () =>
      this.requests.findLast((request) => new URL(request.url()).pathname === '/setCookie')
    await expect.poll(() => Boolean(lastSetCookie())).toBe(true)
    return (await headersOf(lastSetCookie()!))['authorization'] ?? ''
  }

  /** Number of requests of a path so far. */
  count(path: string): number {
    return this.requests.filter((request) => new URL(request.url()).pathname === path).length
  }

  /** Waits for two frames, so that messages posted before have been handled. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
  }
}
