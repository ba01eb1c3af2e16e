/**
 * How it looks, to the pixel: theme by width by state, against pictures made on the same Chromium. Renew them with
 * `npm run test:looks -- --update-snapshots`, and look at each before you keep it.
 */
import { themes } from '#contract/options.ts'
import type { ScenarioName } from '#mocks/scenarios.ts'
import { type Bench, expect, settle, test } from './fixtures.ts'
import { panelNames, whole } from './stage.ts'

test.describe.configure({ timeout: 120_000 })
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

/** The shipped font, whatever came first: by itself it is used only where it is there at once. */
async function withOwnFont(bench: Bench): Promise<void> {
  const frame = await bench.frame()
  await frame.evaluate(async () => {
    const file = '/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
    const font = await new FontFace('Inter', `url(${file})`, { weight: '100 900' }).load()
    document.fonts.add(font)
    await document.fonts.ready
  })
  await settle(frame)
}

async function picture(bench: Bench, name: string): Promise<void> {
  // Nothing is hovered.
  await bench.page.mouse.move(0, 990)
  await expect(bench.stage).toHaveScreenshot(`${name}.png`, {
    animations: 'disabled',
    maxDiffPixelRatio: 0.01,
  })
}

for (const theme of themes) {
  test(`${theme}, at four widths`, async ({ bench }) => {
    await bench.open({ symbol: 'AAPL', theme })
    await whole(bench.widget)
    await withOwnFont(bench)
    for (const width of [1440, 1280, 1024, 390]) {
      await bench.resize(width)
      if (width < 1024) {
        for (const panel of theme === 'light' ? panelNames : (['why'] as const)) {
          await (await bench.frame()).locator(`#tab-${panel}`).click()
          await picture(bench, `${theme}-${width}-${panel}`)
        }
      } else await picture(bench, `${theme}-${width}`)
    }
  })
}

test('from right to left', async ({ bench }) => {
  await bench.open({ symbol: 'AAPL', locale: 'ar' })
  await whole(bench.widget)
  await withOwnFont(bench)
  await bench.resize(1280)
  await picture(bench, 'rtl-1280')
})

test('with forced colours', async ({ bench, page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await bench.open({ symbol: 'AAPL' })
  await whole(bench.widget)
  await withOwnFont(bench)
  await bench.resize(1280)
  await picture(bench, 'forced-colors-1280')
})

/** Those that come at once; when the others come decides what has been loaded by then (acceptance 17 has them all). */
const states: Partial<Record<ScenarioName, string>> = {
  failing: '.panel-how [role=alert]',
  optionless: '.panel-how .note',
  stale: '.panel-how .how-blocked',
  refused: '[data-phase=refused]',
}
for (const [scenario, sign] of Object.entries(states)) {
  test(`the state ${scenario}`, async ({ bench }) => {
    await bench.open({ scenario: scenario as ScenarioName, symbol: 'AAPL' })
    await expect(bench.widget.frame.locator(sign)).toBeVisible({ timeout: 30_000 })
    await withOwnFont(bench)
    await bench.resize(1280)
    // Ids of requests are made up anew each time.
    const ids = bench.widget.frame.locator('.panel-error-id, .screen-id, .screen-origin')
    await expect(bench.stage).toHaveScreenshot(`state-${scenario}-1280.png`, {
      animations: 'disabled',
      mask: [ids],
      maxDiffPixelRatio: 0.01,
    })
  })
}
