/**
 * Walks all widths, themes, densities and languages, and looks for texts that are cut, that cover each other, or
 * whose lines begin or end with a separator.
 */
import { themes } from '#contract/bridge/options/options.ts'
import { locales } from '#contract/text/locales.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { settle } from '#e2e/kit/page.ts'
import { clippedTexts, lineFaults, overflows } from '#app/testing/layout-measurements.ts'
import { narrow, panelNames, waitUntilDrawn, wide } from './widget-helpers.ts'

const fixedThemes = themes.filter((name) => name !== 'auto')

/** Measures every theme and density. Runs in the frame; it is serialised, so it must be self-contained. */
function faultsInAllLooks(themes: readonly string[]): string[] {
  const { measures } = window as unknown as { measures: (() => string[])[] }
  const { dataset } = document.documentElement
  const faults: string[] = []
  for (const density of ['compact', 'comfortable'])
    for (const theme of themes) {
      Object.assign(dataset, { theme, density })
      for (const fault of measures.flatMap((measure) => measure()))
        if (!faults.some((found) => found.endsWith(`, ${density}: ${fault}`)))
          faults.push(`${theme}, ${density}: ${fault}`)
    }
  return faults
}

test.describe.configure({ timeout: 600_000 })

for (const locale of locales)
  test(`in ${locale}, no line is cut, covered or broken at a separator`, async ({ workbench, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await workbench.open({ symbol: 'AAPL', locale })
    await waitUntilDrawn(workbench.widget)
    const frame = await workbench.frame()
    await frame.evaluate(
      `Object.assign(window, { measures: [${overflows.toString()}, ${lineFaults.toString()}, () => (${clippedTexts.toString()})(true)] })`,
    )
    const faults = new Set<string>()
    for (const width of [...wide, ...narrow]) {
      await workbench.resize(width)
      for (const panel of width < 1024 ? panelNames : ['all panels']) {
        if (panel !== 'all panels') await frame.locator(`#tab-${panel}`).click()
        await settle(frame)
        for (const fault of await frame.evaluate(faultsInAllLooks, fixedThemes))
          // The name of a column may end in an ellipsis: its button has the whole name as its title.
          if (!/cut by column-/.test(fault)) faults.add(`${width} px, ${panel}, ${fault}`)
      }
    }
    expect([...faults]).toEqual([])
  })
