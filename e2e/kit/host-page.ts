/** A partner's page with widgets: actions of the page, received events, and content. */
import { expect, type FrameLocator, type Locator, type Page, type Request } from '@playwright/test'
import type { EventType, WidgetError } from '#contract/bridge/bridge.ts'
import { dataRoutes } from '#contract/api/routes.ts'
import type { ServiceWidgetLoader } from '#loader/loader.ts'
import type { WidgetInstance } from '#loader/widget.ts'
import { PageWithWidget } from './page.ts'
import type { Partner, PageSettings } from './partner.ts'
import type { Site } from './site.ts'

/** An entry of the page's event log (host-page.js). `time`: milliseconds since the page was opened. */
export type EventLogEntry = { destinationId: string; name: EventType; payload: unknown; time: number }

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the page's own globals, by declaration merging
  interface Window {
    widget: WidgetInstance
    eventLog: EventLogEntry[]
    options: (overrides?: object) => Parameters<ServiceWidgetLoader['load']>[1]
    start: (overrides?: object, type?: string) => WidgetInstance
    recordEvents: (widget: WidgetInstance, destinationId?: string) => WidgetInstance
    tokenOptions: (overrides?: object) => Promise<object>
    controlHeartbeat: () => void
    heartbeat: () => void
    recordPorts: () => void
    ports: MessagePort[]
  }
}

/** Status of a lookup with a widget session's `Authorization` header: 401 if the session has ended. */
export async function sessionStatus(site: Site, authorization: string): Promise<number> {
  const response = await fetch(site.serviceUrl + dataRoutes.tone.path, { headers: { authorization } })
  return response.status
}

/** Headers as sent; if the browser has not reported them after 2 s (aborted requests), the headers at creation. */
export function headersOf(request: Request): Promise<Record<string, string>> {
  const creationHeaders = new Promise<Record<string, string>>((resolve) => {
    setTimeout(() => resolve(request.headers()), 2_000)
  })
  return Promise.race([request.allHeaders(), creationHeaders])
}

/** A partner's page whose first widget is in the element `ideas`. */
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

  async open(folder: string, settings?: PageSettings): Promise<void> {
    await this.page.goto(this.partner.page(folder, settings))
  }

  /** Opens the page, loads one widget and waits until it is ready. */
  async openReady(folder: string, overrides: object = {}, settings?: PageSettings): Promise<void> {
    await this.open(folder, settings)
    await this.start(overrides)
    await this.ready()
  }

  async start(overrides: object = {}, type = 'pro'): Promise<void> {
    await this.page.evaluate(([options, type]) => void window.start(options, type), [
      overrides,
      type,
    ] as const)
  }

  /** Like `start`, with a one-time token. `renews`: the page has a `getAuthToken` that fetches another. */
  async startWithToken(renews = false, overrides: object = {}): Promise<void> {
    await this.page.evaluate(
      async ([renews, overrides]) => {
        const args = await window.tokenOptions(overrides)
        const getAuthToken = async () => (await fetch('/token', { method: 'POST' })).text()
        window.start({ ...args, ...(renews && { getAuthToken }) })
      },
      [renews, overrides] as const,
    )
  }

  async send(name: 'SET_SYMBOL' | 'SET_THEME' | 'SET_LOCALE', payload: object): Promise<void> {
    await this.page.evaluate(([name, payload]) => window.widget.postMessage(name, payload as never), [
      name,
      payload,
    ] as const)
  }

  /** Stops the loader's heartbeat timer, so that only `heartbeat` triggers it. Call it before the widget is loaded. */
  async controlHeartbeat(): Promise<void> {
    await this.page.evaluate(() => window.controlHeartbeat())
  }

  /** Triggers the loader's heartbeat. */
  async heartbeat(times: number): Promise<void> {
    await this.page.evaluate((times) => {
      for (let index = 0; index < times; index++) window.heartbeat()
    }, times)
  }

  /**
   * Presses Trade as a user does, and returns the ticket that the page receives. Undefined in Firefox, whose
   * remote protocol delivers neither mouse nor keys into cross-site frames.
   */
  async trade(): Promise<unknown> {
    if (this.page.context().browser()?.browserType().name() === 'firefox') return undefined
    await this.widget.trade()
    return this.waitForEvent('TRADE_TICKET_EXECUTE')
  }

  async destroy(): Promise<void> {
    await this.page.evaluate(() => window.widget.destroyWidget())
  }

  async receivedPayloads(name: EventType, destinationId?: string): Promise<unknown[]> {
    const eventLog = await this.page.evaluate(() => window.eventLog)
    return eventLog
      .filter((entry) => entry.name === name && (!destinationId || entry.destinationId === destinationId))
      .map((entry) => entry.payload)
  }

  async ready(destinationId?: string): Promise<void> {
    await this.waitForEvent('READY', 1, destinationId)
  }

  async error(count = 1): Promise<WidgetError> {
    return (await this.waitForEvent('ERROR', count)) as WidgetError
  }

  /** The `Authorization` header of the latest session, as the frame sent it. */
  async bearer(): Promise<string> {
    const lastSetCookieRequest = () =>
      this.requests.findLast((request) => new URL(request.url()).pathname === '/setCookie')
    await expect.poll(() => Boolean(lastSetCookieRequest())).toBe(true)
    return (await headersOf(lastSetCookieRequest()!))['authorization'] ?? ''
  }

  /** Number of requests to a path so far. */
  count(path: string): number {
    return this.requests.filter((request) => new URL(request.url()).pathname === path).length
  }

  /** Waits for two animation frames, so that earlier messages have been handled. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
  }
}
