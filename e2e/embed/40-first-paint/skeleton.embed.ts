/** The document shows the widget in outline before any script, and what comes stands where the outline stood. */
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { hold } from '#e2e/kit/hold.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import type { Site } from '#e2e/kit/site.ts'
import type { EmbeddedWidget } from '#loader/packages/testing/widget.ts'

const folder = '40-first-paint'

/** The frame alone on a partner's page, by its address, 1280 px wide; no script of it arrives. */
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

/** Visible content of each panel: its name, or a number of elements. */
async function seen({ frame, what, why, how }: EmbeddedWidget) {
  const names = []
  for (const { root } of [what, why, how])
    if (await root.isVisible()) names.push(await root.getByRole('heading').textContent())
  const rows = frame.locator('.what-skeleton-row')
  return { names, header: await frame.getByRole('banner').isVisible(), rows: await rows.count() }
}

test('with every script blocked there are header, three panels and rows, and nothing breaks the policy', async ({
  host,
  site,
}) => {
  const widget = await openWithoutScripts(host, site, 'type=pro&theme=dark&locale=en')
  expect(await seen(widget)).toEqual({ names: ['Scan results', 'Why', 'How'], header: true, rows: 12 })
  await expect(widget.root).toHaveCSS('background-color', 'rgb(18, 26, 37)')
  const row = await widget.frame.locator('.what-skeleton-row').first().boundingBox()
  expect(row?.height).toBe(44)
  const bone = await widget.frame.locator('.why-skeleton > .bone').first().boundingBox()
  expect([bone?.width, bone?.height]).toEqual([expect.closeTo(248, -1), 28])
  expect(host.console.filter((line) => /content security policy/i.test(line))).toEqual([])
})

test('in Arabic it starts at the right, in its words', async ({ host, site }) => {
  const widget = await openWithoutScripts(host, site, 'type=pro&theme=light&locale=ar')
  expect(await seen(widget)).toMatchObject({ names: ['نتائج المسح', 'لماذا', 'كيف'], header: true })
  await expect(widget.root).toHaveCSS('direction', 'rtl')
  const [what, how] = [await widget.what.root.boundingBox(), await widget.how.root.boundingBox()]
  expect(what!.x).toBeGreaterThan(how!.x)
})

test('the strategies widget, a widget without header or ideas, and compact rows are drawn as such', async ({
  host,
  site,
}) => {
  const strategies = await openWithoutScripts(host, site, 'type=proStrategies&theme=light&locale=en')
  expect(await seen(strategies)).toEqual({ names: ['How'], header: true, rows: 0 })
  await expect(strategies.frame.locator('.summary-row')).toBeVisible()
  expect(await seen(await openWithoutScripts(host, site, 'theme=light&showHeader=false'))).toMatchObject({
    names: ['Scan results', 'Why', 'How'],
    header: false,
  })
  expect(await seen(await openWithoutScripts(host, site, 'theme=light&showWhatPanel=false'))).toMatchObject({
    names: ['Why', 'How'],
    header: true,
  })
  const compact = await openWithoutScripts(host, site, 'theme=light&density=compact')
  expect((await compact.frame.locator('.what-skeleton-row').first().boundingBox())?.height).toBe(36)
})

for (const [type, options] of [
  ['pro', { theme: 'dark' }],
  ['pro', { theme: 'three-panel-light', locale: 'ar' }],
  ['proStrategies', { theme: 'light', locale: 'de' }],
] as const) {
  test(`the app comes without a pixel changed: ${type}, ${options.theme}`, async ({ host, page }) => {
    const scripts = await hold(page, '**/assets/main-*.js')
    await hold(page, '**/Token')
    await host.open(folder)
    await host.start(options, type)
    await expect(host.widget.how.root).toBeVisible()
    const shown = host.widget.frame.locator('.w')
    // A screenshot of static content: after a while the outline pulses and a message appears.
    const picture = () =>
      host.frames.screenshot({ animations: 'disabled', mask: [shown.locator('.connecting')] })
    await shown.evaluate(async (outline) => {
      Object.assign(window, { outline })
      await document.fonts.load('600 1em Inter')
    })
    // Inter has come, and a moment later is drawn.
    let before = await picture()
    await expect.poll(async () => before.equals((before = await picture()))).toBe(true)
    // The app has nothing new to show until there is a session: the outline stands for it.
    const come = page.waitForEvent('requestfinished', (request) => request.url().includes('/assets/main-'))
    scripts()
    await come
    await host.settle()
    expect(await shown.evaluate((now) => now === Reflect.get(window, 'outline'))).toBe(true)
    expect((await picture()).equals(before)).toBe(true)
  })
}

/** How much of the frame has moved so far, and what. */
async function movedIn(page: Page): Promise<{ sum: number; moves: string[] }> {
  return page.frames()[1]!.evaluate(
    () =>
      new Promise((done) => {
        const moves: string[] = []
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
            moves.push(`${entry.value.toFixed(4)} ${nodes.join(' ')}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => done({ sum, moves })))
      }),
  )
}

for (const type of ['pro', 'proStrategies'])
  for (const width of [1280, 1024, 768, 390])
    test(`from the document to all panels nothing moves: ${type}, ${width} px @chromium`, async ({
      host,
      page,
    }) => {
      await page.setViewportSize({ width: width + 40, height: 900 })
      // Continues when the next requests have been sent, and received content is painted.
      const first = type === 'pro' ? /\/tradeideas/ : /\/why\//
      const steps = [/\/assets\/main-.*\.js/, /\/Token$/, first, /\/how\/income\//]
      const gates = []
      for (const step of steps) gates.push(await hold(page, step))
      await host.open(folder)
      await host.start({ width: `${width}px` }, type)
      await expect(host.widget.frame.locator('.panel-skeleton:visible').first()).toBeVisible()
      for (const [at, open] of gates.entries()) {
        await expect.poll(() => host.requests.some((one) => steps[at]!.test(one.url()))).toBe(true)
        await host.settle()
        open()
      }
      await host.ready()
      await expect(host.widget.how.root).toHaveAttribute('data-state', 'ready')
      if (type === 'pro') {
        await host.widget.what.ready()
        await host.widget.why.ready()
        if (width >= 1024) await expect(host.widget.why.root.locator('.why-marks')).toBeVisible()
      }
      await expect(host.widget.frame.getByText('Live', { exact: true }).first()).toBeVisible()
      const { sum, moves } = await movedIn(page)
      expect(sum, moves.join('\n')).toBeLessThanOrEqual(0.02)
    })
