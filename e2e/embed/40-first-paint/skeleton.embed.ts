/** The document shows an outline of the widget before any script runs; the content replaces it without moving. */
import type { Page } from '@playwright/test'
import { changedPixels } from '#e2e/kit/changed-pixels.ts'
import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { holdRequests } from '#e2e/kit/hold-requests.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import type { Site } from '#e2e/kit/site.ts'
import type { EmbeddedWidget } from '#loader/packages/testing/widget.ts'

const folder = '40-first-paint'

/** Adds the frame to a partner's page without the loader, 1280 px wide, and blocks its scripts. */
async function openWithoutScripts(host: HostPage, site: Site, query: string): Promise<EmbeddedWidget> {
  await host.page.route('**/assets/*.js', (route) => route.abort())
  await host.page.setViewportSize({ width: 1320, height: 900 })
  await host.open(folder)
  await host.page.evaluate((src) => {
    const frame = Object.assign(document.createElement('iframe'), { src, width: 1280, height: 768 })
    document.querySelector('#ideas')!.append(frame)
  }, `${site.widgetOrigin}/widget?${query}`)
  await expect(host.widget.how.root).toBeVisible()
  return host.widget
}

/** Names of the visible panels, whether the header is visible, and the number of outlined rows. */
async function outlineContents({ frame, what, why, how }: EmbeddedWidget) {
  const names = []
  for (const { root } of [what, why, how])
    if (await root.isVisible()) names.push(await root.getByRole('heading').textContent())
  const rows = frame.locator('.what-skeleton-row')
  return { names, header: await frame.getByRole('banner').isVisible(), rows: await rows.count() }
}

test('the outline without scripts has header, three panels and rows, and violates no policy', async ({
  host,
  site,
}) => {
  const widget = await openWithoutScripts(host, site, 'type=pro&theme=dark&locale=en')
  expect(await outlineContents(widget)).toEqual({
    names: ['Scan results', 'Why', 'How'],
    header: true,
    rows: 12,
  })
  await expect(widget.root).toHaveCSS('background-color', 'rgb(18, 26, 37)')
  const row = await widget.frame.locator('.what-skeleton-row').first().boundingBox()
  expect(row?.height).toBe(40)
  const block = await widget.frame.locator('.why-skeleton > .bone').first().boundingBox()
  expect([block?.width, block?.height]).toEqual([expect.closeTo(248, -1), 28])
  expect(host.console.filter((line) => /content security policy/i.test(line))).toEqual([])
})

test(
  'the outline in Arabic starts at the right, with Arabic names',
  { tag: '@extended' },
  async ({ host, site }) => {
    const widget = await openWithoutScripts(host, site, 'type=pro&theme=light&locale=ar')
    expect(await outlineContents(widget)).toMatchObject({
      names: ['نتائج المسح', 'لماذا', 'كيف'],
      header: true,
    })
    await expect(widget.root).toHaveCSS('direction', 'rtl')
    const [what, how] = [await widget.what.root.boundingBox(), await widget.how.root.boundingBox()]
    expect(what!.x).toBeGreaterThan(how!.x)
  },
)

test(
  'the outline follows the type, showHeader, showWhatPanel and density',
  { tag: '@extended' },
  async ({ host, site }) => {
    const strategies = await openWithoutScripts(host, site, 'type=proStrategies&theme=light&locale=en')
    expect(await outlineContents(strategies)).toEqual({ names: ['How'], header: true, rows: 0 })
    await expect(strategies.frame.locator('.summary-row')).toBeVisible()
    expect(
      await outlineContents(await openWithoutScripts(host, site, 'theme=light&showHeader=false')),
    ).toMatchObject({
      names: ['Scan results', 'Why', 'How'],
      header: false,
    })
    expect(
      await outlineContents(await openWithoutScripts(host, site, 'theme=light&showWhatPanel=false')),
    ).toMatchObject({
      names: ['Why', 'How'],
      header: true,
    })
    const compact = await openWithoutScripts(host, site, 'theme=light&density=compact')
    expect((await compact.frame.locator('.what-skeleton-row').first().boundingBox())?.height).toBe(26)
  },
)

/** Takes a screenshot of the frame after its next paint. */
async function takeScreenshot({ frames, widget }: HostPage): Promise<Buffer> {
  await widget.root.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  return frames.screenshot()
}

/** Waits until two screenshots are equal: the loaded font is drawn slightly later. */
async function settledScreenshot(host: HostPage): Promise<Buffer> {
  let previous = await takeScreenshot(host)
  await expect.poll(async () => previous.equals((previous = await takeScreenshot(host)))).toBe(true)
  return previous
}

/**
 * Starts a widget whose styles are delayed until Inter has been loaded. Otherwise Inter can arrive after the three
 * seconds of `font-display: fallback`: the browser then draws the outline in the fallback font, and the app in Inter.
 */
async function startWithFont(host: HostPage, options: object, type?: string): Promise<void> {
  const releaseStyles = await holdRequests(host.page, '**/assets/*.css')
  const font = host.page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'))
  await host.open(folder)
  await host.start(options, type)
  await font
  releaseStyles()
}

for (const [type, options] of [
  ['pro', { theme: 'dark' }],
  ['pro', { theme: 'three-panel-light', locale: 'ar' }],
  ['proStrategies', { theme: 'light', locale: 'de' }],
] as const) {
  test(
    `the app arrives without changing a pixel: ${type}, ${options.theme}`,
    coreIf(options.theme !== 'three-panel-light'),
    async ({ host, page }) => {
      const releaseScripts = await holdRequests(page, '**/assets/main-*.js')
      await holdRequests(page, '**/Token')
      await startWithFont(host, options, type)
      await expect(host.widget.how.root).toBeVisible()
      const widgetElement = host.widget.frame.locator('.w')
      // Stops the pulse, which begins after 1.5 s, and hides the message that appears after three seconds. Both in the
      // frame: another process draws it than the one that takes the screenshot, so the screenshot's options `animations`
      // and `mask` can take effect too late. Firefox does not emulate reduced motion.
      await widgetElement.evaluate((outline) => {
        Object.assign(window, { outline })
        for (const skeleton of outline.querySelectorAll<HTMLElement>('.panel-skeleton'))
          skeleton.style.animation = 'none'
        outline.querySelector<HTMLElement>('.connecting')!.style.display = 'none'
      })
      const previous = await settledScreenshot(host)
      // Without a session the app renders nothing and keeps the outline.
      const scriptsFinished = page.waitForEvent('requestfinished', (request) =>
        request.url().includes('/assets/main-'),
      )
      releaseScripts()
      await scriptsFinished
      await host.settle()
      expect(await widgetElement.evaluate((element) => element === Reflect.get(window, 'outline'))).toBe(true)
      expect((await takeScreenshot(host)).equals(previous)).toBe(true)
    },
  )
}

for (const [options, width] of [
  [{ theme: 'dark' }, 1280],
  [{ theme: 'three-panel-light', locale: 'ar' }, 1280],
  [{ theme: 'light', locale: 'de', density: 'compact' }, 390],
] as const)
  test(
    `the app takes over the painted ideas without changing a pixel: ${options.theme}, ${width} px`,
    coreIf(options.theme === 'dark'),
    async ({ host, page }) => {
      await page.setViewportSize({ width: width + 40, height: 900 })
      const releaseApp = await holdRequests(page, '**/assets/main-*.js')
      // Everything after the ideas is held, so that the screenshot shows the app's first rendering.
      await holdRequests(page, '**/assets/panels-*.js')
      await startWithFont(host, { ...options, width: `${width}px` })
      const { frame, root } = host.widget
      await expect(frame.locator('[data-idea]').first()).toBeVisible()
      // Stops the pulse of the other panels, which begins after 1.5 s, and hides the footer, whose texts the app shows
      // when it knows the partner's settings.
      await root.evaluate(() => {
        const style = new CSSStyleSheet()
        style.replaceSync('.panel-skeleton { animation: none !important } footer { visibility: hidden }')
        document.adoptedStyleSheets.push(style)
      })
      const painted = await settledScreenshot(host)
      releaseApp()
      // React removes the document's content.
      await expect(frame.locator('#ideas')).toHaveCount(0)
      expect(await changedPixels(page, painted, await takeScreenshot(host))).toBe(0)
      expect((await measureShifts(page)).sum).toBeLessThan(0.001)
    },
  )

test('@chromium a click on a painted idea is kept until the app handles it', async ({ host, page }) => {
  const releaseApp = await holdRequests(page, '**/assets/main-*.js')
  await host.open(folder)
  await host.start({})
  const row = host.widget.frame.locator('[data-idea]').nth(2)
  const symbol = await row.getAttribute('data-idea')
  await row.click()
  releaseApp()
  await host.ready()
  await expect(host.widget.why.root).toHaveAttribute('data-symbol', symbol!)
})

test('the app’s code is fetched once: the preloaded file is the one that the script imports', async ({
  host,
  page,
}) => {
  await host.open(folder)
  await host.start({})
  await host.ready()
  const fetchedFiles = await page
    .frames()[1]!
    .evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, transferSize }) => name.includes('/assets/main-') && transferSize > 0)
        .map(({ name }) => name),
    )
  expect(fetchedFiles).toHaveLength(1)
})

/** Sum of the layout shifts of the frame so far, and a line for each. */
async function measureShifts(page: Page): Promise<{ sum: number; shifts: string[] }> {
  return page.frames()[1]!.evaluate(
    () =>
      new Promise((done) => {
        const shifts: string[] = []
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
          })[]) {
            sum += entry.value
            const nodes = entry.sources.map(({ node, previousRect: before, currentRect: now }) => {
              const name = node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName
              return `${name} ${before.x},${before.y} → ${now.x},${now.y}`
            })
            shifts.push(`${entry.value.toFixed(4)} ${nodes.join(' ')}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => done({ sum, shifts })))
      }),
  )
}

/** Layouts that `npm test` covers: three columns with a chart, and one panel. */
const coreLayouts = ['pro 1280', 'pro 390']
for (const type of ['pro', 'proStrategies'])
  for (const width of [1280, 1024, 768, 390])
    test(
      `no layout shift from the first paint to all panels: ${type}, ${width} px`,
      { tag: coreLayouts.includes(`${type} ${width}`) ? '@chromium' : ['@chromium', '@extended'] },
      async ({ host, page }) => {
        await page.setViewportSize({ width: width + 40, height: 900 })
        // Each response is held until its request is sent and the content so far is painted.
        const steps = [/\/assets\/main-.*\.js/, /\/Token$/, /\/setCookie$/, /\/why\//, /\/how\/income\//]
        const releases = []
        for (const step of steps) releases.push(await holdRequests(page, step))
        await host.open(folder)
        await host.start({ width: `${width}px` }, type)
        await expect(host.widget.frame.locator('.panel-skeleton:visible').first()).toBeVisible()
        for (const [index, release] of releases.entries()) {
          await expect
            .poll(() => host.requests.some((request) => steps[index]!.test(request.url())))
            .toBe(true)
          await host.settle()
          release()
        }
        await host.ready()
        await expect(host.widget.how.root).toHaveAttribute('data-state', 'ready')
        if (type === 'pro') {
          await host.widget.what.ready()
          await host.widget.why.ready()
          if (width >= 1024) await expect(host.widget.why.root.locator('.why-marks')).toBeVisible()
        }
        await expect(host.widget.frame.locator('[data-status=live]')).toBeVisible()
        const { sum, shifts } = await measureShifts(page)
        expect(sum, shifts.join('\n')).toBeLessThanOrEqual(0.02)
      },
    )
