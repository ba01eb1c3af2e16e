/** The names of the chain's columns in every language: at no width is one cut, and each has its full name. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { locales } from '#contract/text/locales.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { initialView } from '#app/state/view.ts'
import { sampleChain } from '#app/testing/chain.ts'
import { applyFont, testFonts } from '#app/testing/fonts.ts'
import { sampleIncome } from '#app/testing/income.ts'
import { host, live, makeClientWithoutRetries, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'

/** Widths of the panel: from the narrowest frame to the chain beside How. */
const widths = [320, 344, 366, 390, 410, 450, 486, 560, 640, 744, 900, 1024, 1300]

const nextFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))

/** Describes the headings whose text is wider than their column. */
const cutHeadings = (): string[] =>
  [
    ...document.querySelectorAll<HTMLElement>(
      '.chain-table thead :is(.chain-figure > span, .chain-strike, .chain-leg)',
    ),
  ]
    .filter((heading) => heading.scrollWidth > heading.clientWidth)
    .map(
      ({ textContent, scrollWidth, clientWidth }) =>
        `${textContent} is ${scrollWidth} wide in ${clientWidth}`,
    )

describe.each(testFonts)('in the font %s', (font) => {
  beforeAll(async () => {
    await applyFont(font)
    await startI18n('en', i18next)
    await page.viewport(1400, 900)
    view.setState({ ...initialView, symbol: 'AAPL' }, true)
    host.setState({ phase: 'ready' })
    live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
    vi.stubGlobal('fetch', async (input: string) => {
      const url = new URL(input, location.href)
      return Response.json(
        url.pathname.includes('/chain/') ? sampleChain(url.searchParams.get('expiry')) : sampleIncome(),
      )
    })
  })
  afterAll(() => vi.unstubAllGlobals())

  test.each(locales)('in %s no name is cut', async (locale) => {
    await i18next.changeLanguage('en')
    const { container } = await render(
      <TestApp client={makeClientWithoutRetries()}>
        <PanelFrame width={410} height={860}>
          <HowPanel onTrade={() => undefined} />
        </PanelFrame>
      </TestApp>,
    )
    await page.getByRole('radio', { name: 'Chain' }).click()
    await expect.poll(() => document.querySelector('.chain-row')).not.toBeNull()
    await i18next.changeLanguage(locale)
    const frame = container.querySelector<HTMLElement>('[style*="block-size"]')!
    const faults: string[] = []
    for (const width of widths) {
      frame.style.inlineSize = `${width}px`
      await nextFrame()
      await nextFrame()
      faults.push(...cutHeadings().map((fault) => `${width} px: ${fault}`))
    }
    expect(faults).toEqual([])
    const names = [...document.querySelectorAll('.chain-table thead .chain-figure > span')]
    expect(names.length).toBeGreaterThan(5)
    for (const name of names) expect(name.getAttribute('title')).toBeTruthy()
  })
})
