/**
 * Screenshot comparisons of themes, widths and states, for the Chromium that made them. Update them with
 * `npm run test:looks -- --update-snapshots`, and review each picture.
 */
import { themes } from '#contract/bridge/options.ts'
import type { ScenarioName } from '#mocks/scenarios.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { settle } from '#e2e/kit/page.ts'
import type { Workbench } from '#e2e/kit/workbench.ts'
import { setTheme, panelNames, waitUntilDrawn } from './stage.ts'

test.describe.configure({ timeout: 120_000 })
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

/** Waits for the shipped font: by default it is used only if it is loaded in time. */
async function withOwnFont(bench: Workbench): Promise<void> {
  const frame = await bench.frame()
  await frame.evaluate(async () => {
    const file = '/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
    const font = await new FontFace('Inter', `url(${file})`, { weight: '100 900' }).load()
    document.fonts.add(font)
    await document.fonts.ready
  })
  await settle(frame)
}

async function picture(bench: Workbench, name: string): Promise<void> {
  // Nothing is hovered.
  await bench.page.mouse.move(0, 990)
  await expect(bench.stage).toHaveScreenshot(`${name}.png`, {
    animations: 'disabled',
    maxDiffPixels: 300,
  })
}

for (const theme of themes) {
  test(`${theme}, at five widths`, async ({ bench }) => {
    await bench.open({ symbol: 'AAPL', theme })
    await waitUntilDrawn(bench.widget)
    await withOwnFont(bench)
    for (const width of [1440, 1280, 1024, 768, 390]) {
      await bench.resize(width)
      if (width < 1024) {
        for (const panel of panelNames) {
          await (await bench.frame()).locator(`#tab-${panel}`).click()
          await picture(bench, `${theme}-${width}-${panel}`)
        }
      } else await picture(bench, `${theme}-${width}`)
    }
  })
}

test('right to left', async ({ bench }) => {
  await bench.open({ symbol: 'AAPL', locale: 'ar' })
  await waitUntilDrawn(bench.widget)
  await withOwnFont(bench)
  await bench.resize(1280)
  await picture(bench, 'rtl-1280')
})

test('with long German words', async ({ bench }) => {
  await bench.open({ symbol: 'AAPL', locale: 'de' })
  await waitUntilDrawn(bench.widget)
  await withOwnFont(bench)
  for (const width of [1280, 1024]) {
    await bench.resize(width)
    await picture(bench, `de-${width}`)
  }
})

test('with text at 200 %', async ({ bench }) => {
  await bench.open({ symbol: 'AAPL' })
  await waitUntilDrawn(bench.widget)
  await withOwnFont(bench)
  await (await bench.frame()).evaluate(() => (document.documentElement.style.fontSize = '32px'))
  await bench.resize(1280)
  await picture(bench, 'text-200-1280')
})

test('with forced colours', async ({ bench, page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await bench.open({ symbol: 'AAPL' })
  await waitUntilDrawn(bench.widget)
  await withOwnFont(bench)
  await bench.resize(1280)
  await picture(bench, 'forced-colors-1280')
})

/** States that appear immediately. The content of other states depends on timing; acceptance 17 covers them. */
const states: Partial<Record<ScenarioName, string>> = {
  failing: '.panel-how [role=alert]',
  optionless: '.panel-how .note',
  stale: '.panel-how .how-blocked',
  refused: '[data-screen=refused]',
}
for (const [scenario, sign] of Object.entries(states)) {
  test(`the state ${scenario}, in every theme and on a phone`, async ({ bench }) => {
    await bench.open({ scenario: scenario as ScenarioName, symbol: 'AAPL' })
    await expect(bench.widget.frame.locator(sign)).toBeVisible({ timeout: 30_000 })
    await withOwnFont(bench)
    const frame = await bench.frame()
    // Request ids differ every time.
    const ids = bench.widget.frame.locator('.panel-error-id, .screen-id, .screen-origin')
    for (const [theme, width] of [...themes.map((theme) => [theme, 1280] as const), ['dark', 390] as const]) {
      await setTheme(frame, theme)
      await bench.resize(width)
      const how = frame.locator('#tab-how')
      if (await how.isVisible()) await how.click()
      await expect(bench.stage).toHaveScreenshot(`state-${scenario}-${theme}-${width}.png`, {
        animations: 'disabled',
        mask: [ids],
        maxDiffPixels: 300,
      })
    }
  })
}
