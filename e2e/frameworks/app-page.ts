/** The page of an application of the matrix: its controls, its errors, and what a removed widget may leave behind. */
import type { CDPSession, Page } from '@playwright/test'
import { expect } from '#e2e/kit/fixtures.ts'
import { measureMemory, type MemoryUse, startMemoryMetrics } from '#e2e/kit/memory.ts'
import type { Site } from '#e2e/kit/site.ts'
import { widgetOn } from '#loader/packages/testing/widget.ts'

/** Requests of the frame while its session opens, in order. */
export const openingRequests = ['/widget', '/Token', '/setCookie', '/api/v1/platform/why/AAPL'] as const

export class AppPage {
  readonly page: Page
  /** Uncaught errors, and errors on the console, of the page and its frames. */
  readonly errors: string[] = []
  /** Documents that the page's frames have loaded. */
  loadedFrames = 0
  readonly #site: Site
  #cdp: CDPSession | undefined

  constructor(page: Page, site: Site) {
    this.page = page
    this.#site = site
    page.on('pageerror', (error) => this.errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(`${message.text()} ${message.location().url}`)
    })
    page.on('framenavigated', (frame) => {
      if (frame.parentFrame()) this.loadedFrames++
    })
  }

  get widget() {
    return widgetOn(this.page, 'body')
  }

  /** Opens the route without a widget, and marks the document. */
  async openAbout(origin: string): Promise<void> {
    await this.page.goto(`${origin}/about`)
    await this.hasNoWidget()
    await this.page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''))
  }

  async isReady(symbol = 'AAPL'): Promise<void> {
    await expect(this.page.locator('output')).toHaveText(`ready, ${symbol}`, { timeout: 30_000 })
    await this.widget.why.shows(symbol)
  }

  async click(name: string): Promise<void> {
    await this.page.getByRole('link', { name }).or(this.page.getByRole('button', { name })).click()
  }

  async hasNoWidget(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'About' })).toBeVisible()
    await expect(this.page.locator('iframe')).toHaveCount(0)
  }

  /** Number of open sessions at the service. */
  async openSessions(): Promise<number> {
    return (JSON.parse(await this.#site.admin('session', 'list', '--json')) as unknown[]).length
  }

  /** Expects that every session has ended at the service, and that there was no error. */
  async leftNothing(): Promise<void> {
    // On a busy machine the operator's command takes seconds.
    await expect.poll(() => this.openSessions(), { message: 'open sessions', timeout: 60_000 }).toBe(0)
    expect(this.errors).toEqual([])
  }

  async visitIdeas(): Promise<void> {
    await this.click('Ideas')
    await this.isReady()
    await this.click('About')
    await this.hasNoWidget()
  }

  /** Leaves the route of the widget as soon as the frame sends a request. */
  async leaveDuring(path: (typeof openingRequests)[number]): Promise<void> {
    const requested = this.page.waitForRequest((request) => new URL(request.url()).pathname === path)
    await this.click('Ideas')
    await requested
    await this.click('About')
    await this.hasNoWidget()
  }

  /** Types of the listeners on `window`, sorted. */
  async windowListeners(): Promise<string[]> {
    const cdp = await this.#debugger()
    const { result } = await cdp.send('Runtime.evaluate', { expression: 'window' })
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId! })
    return listeners.map(({ type }) => type).toSorted()
  }

  async memory(): Promise<MemoryUse> {
    return measureMemory(await this.#debugger())
  }

  async #debugger(): Promise<CDPSession> {
    return (this.#cdp ??= await startMemoryMetrics(this.page))
  }
}
