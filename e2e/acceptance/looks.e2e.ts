/**
 * Screenshot comparisons of themes, widths and states, for the Chromium that made them. Update them with
 * `npm run test:looks -- --update-snapshots`, and review each screenshot.
 */
import { themes } from '#contract/bridge/options/options.ts'
import type { ScenarioName } from '#mocks/scenarios.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { settle } from '#e2e/kit/page.ts'
import type { Workbench } from '#e2e/kit/workbench.ts'
import { setTheme, panelNames, waitUntilDrawn } from './widget-helpers.ts'

test.describe.configure({ timeout: 120_000 })
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

/** Loads the shipped font; without that, the page uses it only if it arrives in time. */
async function loadShippedFont(workbench: Workbench): Promise<void> {
  const frame = await workbench.frame()
  await frame.evaluate(async () => {
    const file = '/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
    const font = await new FontFace('Inter', `url(${file})`, { weight: '100 900' }).load()
    document.fonts.add(font)
    await document.fonts.ready
  })
  await settle(frame)
}

async function expectScreenshot(workbench: Workbench, name: string): Promise<void> {
  // Moves the pointer away, so that no element is hovered.
  await workbench.page.mouse.move(0, 990)
  await expect(workbench.stage).toHaveScreenshot(`${name}.png`, {
    animations: 'disabled',
    maxDiffPixels: 300,
  })
}

/** `auto` is one of the others. */
const picturedThemes = themes.filter((name) => name !== 'auto')

for (const theme of picturedThemes) {
  test(`the theme ${theme} looks like its screenshots at five widths`, async ({ workbench }) => {
    await workbench.open({ symbol: 'AAPL', theme })
    await waitUntilDrawn(workbench.widget)
    await loadShippedFont(workbench)
    for (const width of [1440, 1280, 1024, 768, 390]) {
      await workbench.resize(width)
      if (width < 1024) {
        for (const panel of panelNames) {
          await (await workbench.frame()).locator(`#tab-${panel}`).click()
          await expectScreenshot(workbench, `${theme}-${width}-${panel}`)
        }
      } else await expectScreenshot(workbench, `${theme}-${width}`)
    }
  })
}

test('the right-to-left layout looks like its screenshot', async ({ workbench }) => {
  await workbench.open({ symbol: 'AAPL', locale: 'ar' })
  await waitUntilDrawn(workbench.widget)
  await loadShippedFont(workbench)
  await workbench.resize(1280)
  await expectScreenshot(workbench, 'rtl-1280')
})

test('long German words look like in the screenshots', async ({ workbench }) => {
  await workbench.open({ symbol: 'AAPL', locale: 'de' })
  await waitUntilDrawn(workbench.widget)
  await loadShippedFont(workbench)
  for (const width of [1280, 1024]) {
    await workbench.resize(width)
    await expectScreenshot(workbench, `de-${width}`)
  }
})

test('text at 200 % looks like its screenshot', async ({ workbench }) => {
  await workbench.open({ symbol: 'AAPL' })
  await waitUntilDrawn(workbench.widget)
  await loadShippedFont(workbench)
  await (await workbench.frame()).evaluate(() => (document.documentElement.style.fontSize = '32px'))
  await workbench.resize(1280)
  await expectScreenshot(workbench, 'text-200-1280')
})

test('forced colours look like in the screenshot', async ({ workbench, page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await workbench.open({ symbol: 'AAPL' })
  await waitUntilDrawn(workbench.widget)
  await loadShippedFont(workbench)
  await workbench.resize(1280)
  await expectScreenshot(workbench, 'forced-colors-1280')
})

/** Scenario → an element that shows its state. Other states depend on timing; acceptance 17 covers them. */
const states: Partial<Record<ScenarioName, string>> = {
  failing: '.panel-how [role=alert]',
  optionless: '.panel-how .note',
  stale: '.banner',
  refused: '[data-screen=refused]',
}
for (const [scenario, visibleSelector] of Object.entries(states)) {
  test(`the state ${scenario} looks like its screenshots in every theme and on a phone`, async ({
    workbench,
  }) => {
    await workbench.open({ scenario: scenario as ScenarioName, symbol: 'AAPL' })
    await expect(workbench.widget.frame.locator(visibleSelector)).toBeVisible({ timeout: 30_000 })
    await loadShippedFont(workbench)
    const frame = await workbench.frame()
    // These contents differ in every run, for example request ids.
    const ids = workbench.widget.frame.locator('.panel-error-id, .screen-id, .screen-origin')
    for (const [theme, width] of [
      ...picturedThemes.map((theme) => [theme, 1280] as const),
      ['dark', 390] as const,
    ]) {
      await workbench.resize(width)
      const how = frame.locator('#tab-how')
      if (await how.isVisible()) await how.click()
      // After the click: each change of the view writes the theme of the page.
      await setTheme(frame, theme)
      await expect(workbench.stage).toHaveScreenshot(`state-${scenario}-${theme}-${width}.png`, {
        animations: 'disabled',
        mask: [ids],
        maxDiffPixels: 300,
      })
    }
  })
}
