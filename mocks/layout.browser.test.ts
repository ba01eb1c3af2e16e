/// <reference types="vite/client" />
/**
 * Tests the layout of the whole app in every language, at every width, in Inter and in a wider
 * font.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { locales } from '#contract/text/locales.ts'
import { makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { applyFont, testFonts } from '#app/testing/fonts.ts'
import { clippedTexts, overflows } from '#app/testing/layout-measurements.ts'
import { openWholeApp } from './whole-app.fixture.ts'

const nextFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))
const states = () =>
  [...document.querySelectorAll<HTMLElement>('[data-panel]')].map((panel) => panel.dataset['state'])

/**
 * Lists the elements that overflow and the numbers that are cut at a width, on each tab if there
 * are tabs.
 */
async function faultsAt(width: number): Promise<string[]> {
  await page.viewport(width, 800)
  const faults: string[] = []
  for (const tab of width < 1024 ? ['what', 'why', 'how'] : ['all three']) {
    document.querySelector<HTMLElement>(`#tab-${tab}`)?.click()
    await nextFrame()
    for (const fault of [...overflows(), ...clippedTexts(false)]) faults.push(`${width} px, ${tab}: ${fault}`)
  }
  return faults
}

describe.each(testFonts)('in the font %s', (font) => {
  const app = makeState()
  let stop: (() => void) | undefined
  beforeAll(async () => {
    await applyFont(font)
    await page.viewport(1280, 800)
    stop = await openWholeApp(app, 'en')
  }, 90_000)
  afterAll(() => stop?.())

  test.each(locales)('in %s, no number is cut and no element overflows', async (locale) => {
    useHost.of(app).setState({ locale })
    await expect.poll(() => document.documentElement.lang).toBe(locale)
    await expect.poll(states).toEqual(['ready', 'ready', 'ready'])
    const faults: string[] = []
    for (const width of [1440, 1280, 1024, 768, 390, 320]) faults.push(...(await faultsAt(width)))
    expect(faults).toEqual([])
  })
})
