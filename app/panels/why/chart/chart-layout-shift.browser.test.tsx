/** The space of the chart is reserved: the content below it does not move when the chart is loaded. */
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#app/ui/base.css'
import i18next from 'i18next'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { sampleHistory, sampleWhy } from '#app/testing/why.ts'
import { WhyPanel } from '#app/panels/why/why-panel.tsx'
import { applyFont, testFonts } from '#app/testing/fonts.ts'
import { live, TestApp, view } from '#app/testing/test-app.tsx'

let resolveWhy: () => void
let resolveHistory: () => void

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  const why = new Promise<void>((resolve) => (resolveWhy = resolve))
  const history = new Promise<void>((resolve) => (resolveHistory = resolve))
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, location.href)
    if (url.pathname.endsWith('/history')) {
      await history
      return Response.json(sampleHistory('6M'))
    }
    await why
    return Response.json(sampleWhy)
  })
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  live.setState({ quotes: {}, connection: 'live', stale: false, market: null })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await i18next.changeLanguage('en')
})

describe.each(testFonts)('in the font %s', (font) => {
  beforeAll(() => applyFont(font))

  test.each([
    ['en', 320],
    ['en', 344],
    ['en', 486],
    ['en', 700],
    ['de', 344],
    ['de', 486],
  ])('the chart keeps its position and height while it is loaded (%s, %d px wide)', async (locale, width) => {
    await i18next.changeLanguage(locale)
    await render(
      <TestApp>
        <Suspense>
          <div style={{ inlineSize: width, blockSize: 700, display: 'grid' }}>
            <WhyPanel />
          </div>
        </Suspense>
      </TestApp>,
    )
    /** Returns the offset of the chart in its section, and the height of the section. */
    const measure = () => {
      const section = document.querySelector('.why-columns')!.firstElementChild!.getBoundingClientRect()
      const chart = document.querySelector('.why-chart-box')!.getBoundingClientRect()
      return { top: Math.round(chart.top - section.top), block: Math.round(section.height) }
    }
    await expect.poll(() => document.querySelector('.bone')).not.toBeNull()
    const skeleton = measure()
    resolveWhy()
    await expect.poll(() => document.querySelector('.why-facts dt')).not.toBeNull()
    const placeholder = measure()
    resolveHistory()
    await expect.element(page.getByRole('slider')).toBeVisible()
    await expect.poll(() => document.querySelector('.why-move')).not.toBeNull()
    expect(placeholder).toEqual(measure())
    // The skeleton does not reserve a second row of controls.
    if (width > (font === 'Inter' ? 320 : 344)) expect(skeleton.top).toBe(measure().top)
  })
})
