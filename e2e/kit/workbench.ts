/** The workbench of `npm run dev`: app, loader and service from their sources in one browser, with mock scenarios. */
import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import type { EventType } from '#contract/bridge/bridge.ts'
import { widgetIn } from '#loader/packages/testing/widget.ts'
import type { ScenarioName } from '#mocks/scenarios.ts'
import { frameOf, PageWithWidget, settle } from './page.ts'

/** Settings in the workbench's hash. */
export type WorkbenchSettings = {
  scenario?: ScenarioName
  symbol?: string
  theme?: string
  locale?: string
  options?: 'default' | 'everything' | 'bare'
  type?: string
}

/** A Thursday afternoon during market hours; the mock market follows the clock. */
const fixedTime = new Date('2026-11-12T19:30:00Z')

/** The page of the workbench, with its settings in the hash. */
export class Workbench extends PageWithWidget {
  readonly stage: Locator
  readonly #address: string
  #wasOpened = false

  constructor(page: Page, address: string) {
    // Selects the frame by its element: its address is not the one that the testing kit selects.
    super(page, 'widget', widgetIn(page.frameLocator('#widget iframe')))
    this.#address = address
    this.stage = page.locator('#widget iframe')
  }

  /** Shows a scenario, with a fixed clock unless `runsClock`. The widget has the width of the window. */
  async open(settings: WorkbenchSettings = {}, { runsClock = false } = {}): Promise<void> {
    if (!this.#wasOpened && !runsClock) await this.page.clock.setFixedTime(fixedTime)
    this.#wasOpened = true
    // A change of the hash alone reloads the page.
    await this.page.goto('about:blank')
    await this.page.goto(`${this.#address}mocks/index.html#${new URLSearchParams(settings)}`)
    await this.page.addStyleTag({ content: 'body { padding: 0 !important }' })
    // The first visit waits for the development server to read the sources.
    await expect(this.page.locator('#events li').first()).toBeAttached({ timeout: 60_000 })
  }

  frame(): Promise<Frame> {
    return frameOf(this.page)
  }

  /** Sets the width of the widget without reloading it. */
  async resize(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: 1000 })
    await settle(await this.frame(), width)
  }

  async receivedPayloads(name: EventType): Promise<unknown[]> {
    const texts = await this.page.locator(`#events li[data-event=${name}]`).allTextContents()
    return texts.toReversed().map((text) => JSON.parse(text.slice(name.length + 1)) as unknown)
  }
}

/** Serves the workbench on a free port; nothing is built. */
export async function startWorkbench(): Promise<{ address: string; stop: () => Promise<void> }> {
  // Only the tests of the workbench need Vite.
  const { createServer } = await import('vite')
  const server = await createServer({
    configFile: 'mocks/vite.config.ts',
    logLevel: 'error',
    server: { port: 0, open: false, hmr: false, watch: null },
  })
  await server.listen()
  return { address: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() }
}
