/**
 * One story over an application of every framework, installed and built as a partner does: `npm run
 * test:frameworks`. Needs a registry.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { headersOf, sessionStatus } from '#e2e/kit/host-page.ts'
import { measureMemory, startMemoryMetrics } from '#e2e/kit/memory.ts'
import type { Site } from '#e2e/kit/site.ts'
import { widgetOn } from '#loader/packages/testing/widget.ts'
import { type BuildMode, buildApp, installApp, removeApp, type ServedApp, serveApp } from './built-app.ts'
import { frameworks } from './frameworks.ts'

const installTimeoutMs = 15 * 60_000
const cycles = 6

/** The application's page, with what its frames have done so far. */
class AppPage {
  readonly page: Page
  readonly errors: string[] = []
  /** Documents that the page's frames have loaded. */
  loadedFrames = 0
  readonly #site: Site
  readonly #bearers: Promise<string>[] = []

  constructor(page: Page, site: Site) {
    this.page = page
    this.#site = site
    page.on('pageerror', (error) => this.errors.push(error.message))
    page.on('framenavigated', (frame) => {
      if (frame.parentFrame()) this.loadedFrames++
    })
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/setCookie')
        this.#bearers.push(headersOf(request).then((headers) => headers['authorization'] ?? ''))
    })
  }

  get widget() {
    return widgetOn(this.page, 'body')
  }

  async isReady(symbol = 'AAPL'): Promise<void> {
    await expect(this.page.locator('output')).toHaveText(`ready, ${symbol}`, { timeout: 30_000 })
    await this.widget.why.shows(symbol)
  }

  async click(name: string): Promise<void> {
    await this.page.getByRole('link', { name }).or(this.page.getByRole('button', { name })).click()
  }

  /** Expects the page without a widget: no frame, and every session so far has ended. */
  async hasNoWidget(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'About' })).toBeVisible()
    await expect(this.page.locator('iframe')).toHaveCount(0)
    const statuses = async () =>
      new Set(await Promise.all(this.#bearers.map(async (bearer) => sessionStatus(this.#site, await bearer))))
    expect(this.#bearers.length).toBeGreaterThan(0)
    await expect.poll(statuses).toEqual(new Set([401]))
  }

  async visitIdeas(): Promise<void> {
    await this.click('Ideas')
    await this.isReady()
    await this.click('About')
    await this.hasNoWidget()
  }
}

for (const framework of frameworks)
  test.describe(framework.name, () => {
    test.describe.configure({ mode: 'serial' })
    let folder = ''
    test.beforeAll(async () => {
      test.setTimeout(installTimeoutMs)
      folder = await installApp(framework)
    })
    test.afterAll(() => removeApp(folder))

    const modes: BuildMode[] = ['production']
    for (const mode of modes)
      test.describe(mode, () => {
        let app: ServedApp
        test.beforeAll(async ({ site }) => {
          test.setTimeout(installTimeoutMs)
          await buildApp(folder, mode)
          app = await serveApp(framework, folder, site)
        })
        test.afterAll(() => app?.stop())

        test('changes theme and symbol, navigates away and back, and leaves nothing behind', async ({
          page,
          site,
        }) => {
          test.setTimeout(180_000)
          const appPage = new AppPage(page, site)
          await page.goto(app.origin)
          await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''))
          await appPage.isReady()
          for (const panel of ['what', 'why', 'how'] as const)
            await expect(appPage.widget[panel].root).toBeVisible()

          const { loadedFrames } = appPage
          await appPage.click('Show MSFT')
          await appPage.isReady('MSFT')
          await appPage.click('Dark theme')
          await expect(appPage.widget.root).toHaveAttribute('data-theme', 'dark')
          expect(appPage.loadedFrames, 'the frame was not loaded again').toBe(loadedFrames)

          await appPage.click('About')
          await appPage.hasNoWidget()
          await page.goBack()
          await appPage.isReady()
          await page.goForward()
          await appPage.hasNoWidget()

          const cdp = await startMemoryMetrics(page)
          for (let index = 0; index < 2; index++) await appPage.visitIdeas()
          const before = await measureMemory(cdp)
          for (let index = 0; index < cycles; index++) await appPage.visitIdeas()
          // A leak is at least one per cycle. The frames are in other processes, whose removal takes longer.
          await expect
            .poll(async () => {
              const after = await measureMemory(cdp)
              return [after.frames <= before.frames, after.listeners < before.listeners + cycles]
            })
            .toEqual([true, true])
          await expect(page.locator('html')).toHaveAttribute('data-not-reloaded', '')
          expect(appPage.errors).toEqual([])
        })

        if (framework.hasServer)
          test('the server reserves the widget’s height', async () => {
            const html = await (await fetch(app.origin.replace('partner.localhost', '127.0.0.1'))).text()
            expect(html).toMatch(/<svg [^>]*height="768px"/)
          })
      })
  })
