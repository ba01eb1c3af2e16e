/**
 * A page with a widget: recorded requests, sockets, errors and received events. Subclasses define how the page is
 * opened and controlled: the demo's page, a partner's page, the workbench.
 */
import { expect, type Frame, type Page, type Request, type WebSocket } from '@playwright/test'
import type { EventType } from '#contract/bridge/bridge.ts'
import { type EmbeddedWidget, widgetOn } from '#loader/packages/testing/widget.ts'

export abstract class PageWithWidget {
  readonly page: Page
  readonly widget: EmbeddedWidget
  /** Every request of the page and its frames, in order. */
  readonly requests: Request[] = []
  readonly sockets: WebSocket[] = []
  /** Console messages of the page and its frames. */
  readonly console: string[] = []
  /** Messages of uncaught errors. */
  readonly uncaughtErrors: string[] = []
  /** Messages of uncaught errors, and error messages on the console. */
  readonly errors: string[] = []

  /** `destination` is the id of the element that the widget is in. */
  constructor(page: Page, destination: string, widget = widgetOn(page, `#${destination}`)) {
    this.page = page
    this.widget = widget
    page.on('request', (request) => this.requests.push(request))
    page.on('websocket', (socket) => this.sockets.push(socket))
    page.on('pageerror', (error) => {
      this.uncaughtErrors.push(error.message)
      this.errors.push(error.message)
    })
    page.on('console', (message) => {
      this.console.push(message.text())
      if (message.type() === 'error') this.errors.push(message.text())
    })
  }

  /** Payloads of an event, oldest first. `destinationId`: only those of the widget in this element. */
  abstract receivedPayloads(name: EventType, destinationId?: string): Promise<unknown[]>

  /** Waits until an event was received `count` times, and returns its latest payload. */
  async waitForEvent(name: EventType, count = 1, destinationId?: string): Promise<unknown> {
    await expect
      .poll(async () => (await this.receivedPayloads(name, destinationId)).length, {
        message: `${name} received ${count} times`,
      })
      .toBeGreaterThanOrEqual(count)
    return (await this.receivedPayloads(name, destinationId)).at(-1)
  }
}

/** Returns the widget's frame of a page, once it exists. `destination`: id of the element that the widget is in. */
export async function frameOf(page: Page, destination = 'widget'): Promise<Frame> {
  const element = await page.locator(`#${destination} iframe`).elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('the page has no widget frame')
  return frame
}

/** Waits until the frame has this width, then for two animation frames, so that resize observers have run. */
export async function settle(frame: Frame, width?: number): Promise<void> {
  if (width !== undefined) await expect.poll(() => frame.evaluate('innerWidth')).toBe(width)
  await frame.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )
}
