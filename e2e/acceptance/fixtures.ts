/** The demo partner's page over the real service, and the workbench with its made-up worlds; and frames of both. */
import type { Frame, Locator, Page } from '@playwright/test'
import { createServer } from 'vite'
import type { ScenarioName } from '#mocks/scenarios.ts'
import { expect, test as base } from '../fixtures.ts'
import { Widget } from '../models/widget.ts'

/** What the hash of the workbench may say. */
export type BenchSettings = {
  scenario?: ScenarioName
  symbol?: string
  theme?: string
  locale?: string
  options?: 'default' | 'everything' | 'bare'
  type?: string
}

/** A Thursday afternoon in session; the made-up market follows the clock. */
const standing = new Date('2026-11-12T19:30:00Z')

/** The designer's page: app, loader and service in one browser, at a clock that stands unless it is let go. */
export class Bench {
  readonly page: Page
  readonly widget: Widget
  readonly stage: Locator
  readonly #address: string
  #prepared = false

  constructor(page: Page, address: string) {
    this.page = page
    this.#address = address
    this.stage = page.locator('#widget iframe')
    this.widget = new Widget(page.frameLocator('#widget iframe'))
  }

  /** Shows a world; `runs` lets its clock run. The widget is as wide as the window, by default 1280 px. */
  async open(settings: BenchSettings = {}, { runs = false } = {}): Promise<void> {
    if (!this.#prepared && !runs) await this.page.clock.setFixedTime(standing)
    this.#prepared = true
    for (let tries = 0; ; tries += 1) {
      // A change of the hash alone loads the page again by itself.
      await this.page.goto('about:blank')
      await this.page.goto(`${this.#address}mocks/index.html#${new URLSearchParams(settings)}`)
      await this.page.addStyleTag({ content: 'body { padding: 0 !important }' })
      const events = this.page.locator('#events li')
      await expect(events.first()).toBeAttached({ timeout: 60_000 })
      // On a busy machine unbundled sources may take longer than the loader waits, and the mock's service worker may
      // still be on its way out with the page before.
      const late = await events.filter({ hasText: /"TIMEOUT"|nothing at this path/ }).count()
      if (late === 0 || tries === 3) return
    }
  }

  frame(): Promise<Frame> {
    return frameOf(this.page)
  }

  /** Makes the widget this wide without loading it again. */
  async resize(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: 1000 })
    await settle(await this.frame(), width)
  }

  async heard(name: string): Promise<unknown[]> {
    const texts = await this.page.locator(`#events li[data-event=${name}]`).allTextContents()
    return texts.toReversed().map((text) => JSON.parse(text.slice(name.length + 1)) as unknown)
  }
}

type Fixtures = { bench: Bench }
type WorkerFixtures = { benchAddress: string }

export const test = base.extend<Fixtures, WorkerFixtures>({
  benchAddress: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
    async ({}, provide) => {
      const server = await createServer({
        configFile: 'mocks/vite.config.ts',
        logLevel: 'error',
        server: { port: 0, open: false, hmr: false, watch: null },
      })
      await server.listen()
      await provide(server.resolvedUrls?.local[0] ?? '')
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  bench: async ({ page, benchAddress }, provide) => {
    await page.setViewportSize({ width: 1280, height: 1000 })
    await provide(new Bench(page, benchAddress))
  },
})

/** The widget's own frame of a page, once it is there. */
export async function frameOf(page: Page): Promise<Frame> {
  const element = await page.locator('#widget iframe').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('there is no widget in the page')
  return frame
}

/** Waits until the frame is this wide and has drawn itself twice, so that observers of sizes have had their say. */
export async function settle(frame: Frame, width?: number): Promise<void> {
  if (width !== undefined) await expect.poll(() => frame.evaluate('innerWidth')).toBe(width)
  await frame.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )
}

export { expect }
