/** The chart, tested in the Why panel. */
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { locales } from '#contract/text/locales.ts'
import { sampleIncome, sampleOption } from '#app/testing/income.ts'
import { queries } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { chooseChart } from '#app/state/choices/chart-choice.ts'
import { resetWhyPanel, responders, show, slider, waitForChart } from '#app/panels/why/why-panel.fixture.tsx'
import { applyFont, testFonts } from '#app/testing/fonts.ts'
import { app, live, view } from '#app/testing/test-app.tsx'
import { sampleHistory, sampleWhy } from '#app/testing/why.ts'

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(resetWhyPanel)
afterEach(async () => {
  vi.unstubAllGlobals()
  await i18next.changeLanguage('en')
  await page.viewport(1280, 768)
})

test('the keyboard selects bars of the chart', async () => {
  await show()
  await waitForChart()
  const { date, close } = sampleHistory('6M')
  const valueText = () => slider().element().getAttribute('aria-valuetext')
  expect(valueText()).toMatch(/^Nov 12, 2026: close 231\.42, open [\d.]+, high/)
  slider().element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(valueText()).toContain(`close ${close.at(-2)!.toFixed(2)}`)
  expect(document.querySelector('.why-crosshair')).not.toBeNull()
  const tagTexts = [...document.querySelectorAll('.why-crosshair-tag')].map((tag) => tag.textContent)
  expect(tagTexts).toEqual([close.at(-2)!.toFixed(2), 'Nov 11'])
  await userEvent.keyboard('{Home}')
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '0')
  await userEvent.keyboard('{PageUp}{ArrowRight}')
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '6')
  await userEvent.keyboard('{End}{ArrowRight}')
  await expect.element(slider()).toHaveAttribute('aria-valuenow', String(date.length - 1))
  await userEvent.keyboard('{Escape}')
  expect(document.querySelector('.why-crosshair')).toBeNull()
})

test('a price after the close of the last bar is drawn after that bar, which is named as closed', async () => {
  const current = (asOf: string) => ({ state: 'current' as const, asOf, reason: null })
  const bars = current('2026-11-12T21:00:00Z')
  const parts = { price: bars, options: bars, bars, dividends: bars, earnings: bars }
  responders.why = () => ({ ...sampleWhy, dataStatus: { ...sampleWhy.dataStatus, parts } })
  const trade = { symbol: 'AAPL', last: 233, change: 1, percentageChange: 0.4, volume: 1 }
  const dotX = () => Number(document.querySelector('.why-last')!.getAttribute('cx'))
  const readout = () => document.querySelector('.why-readout')!.textContent
  await show()
  await waitForChart()
  expect(readout()).toContain('Nov 12, 2026')
  const atClose = dotX()
  expect(document.querySelector('.why-since-close')).toBeNull()
  live.setState({ quotes: { AAPL: { ...trade, time: '2026-11-13T15:00:00Z' } } })
  await expect.poll(readout).toContain('Closed Nov 12')
  expect(dotX()).toBeGreaterThan(atClose)
  expect(document.querySelector('.why-since-close')).not.toBeNull()
  // The bar keeps the figures of its session, on which the signals rest.
  expect(readout()).toContain('C 231.42')
  await userEvent.hover(slider(), { position: { x: 2, y: 60 } })
  await expect.poll(readout).not.toContain('Closed')
})

test('a new price moves and changes the tags, without new elements and without a style to be computed', async () => {
  await show()
  await waitForChart()
  const elements = () => [...document.querySelectorAll('.why-marks, .why-marks *')]
  const before = elements()
  const readStyle = vi.spyOn(window, 'getComputedStyle')
  const time = '2026-11-12T20:00:00Z'
  // The last price is above a resistance.
  const trade = { symbol: 'AAPL', last: 240, change: 1, percentageChange: 0.4, volume: 1, time }
  live.setState({ quotes: { AAPL: trade } })
  await expect.poll(() => document.querySelector('.why-tag-last text')!.textContent).toBe('240.00')
  const after = elements()
  expect(after.length).toBe(before.length)
  for (const [index, element] of after.entries()) expect(element).toBe(before[index])
  expect(readStyle).not.toHaveBeenCalled()
  readStyle.mockRestore()
})

test('the pointer selects the bar under it', async () => {
  await show()
  await waitForChart()
  await userEvent.hover(slider(), { position: { x: 2, y: 60 } })
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '0')
  await userEvent.unhover(slider())
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '126')
  expect(getComputedStyle(slider().element()).touchAction).toBe('pan-y')
})

test('a tap selects a bar, which stays selected after the finger is lifted; the expected move stays visible', async () => {
  await show()
  await waitForChart()
  const chart = slider().element() as HTMLElement
  const { left, top } = chart.getBoundingClientRect()
  chart.setPointerCapture = () => undefined
  // In this order touch screens report a tap.
  for (const type of ['pointerover', 'pointerdown', 'pointerup', 'pointerout'])
    chart.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 5,
        pointerType: 'touch',
        clientX: left + 120,
        clientY: top + 60,
      }),
    )
  await expect.poll(() => document.querySelector('.why-crosshair')).not.toBeNull()
  await expect.element(page.getByText('±1σ 7.0% by Dec 12', { exact: true })).toBeVisible()
  chart.focus()
  chart.blur()
  await expect.poll(() => document.querySelector('.why-crosshair')).toBeNull()
})

test('the expected move ends at the expiry of the contract in How, or after 30 days without one', async () => {
  const { client } = await show()
  await waitForChart()
  await expect.element(page.getByText('±1σ 7.0% by Dec 12', { exact: true })).toBeVisible()
  client.setQueryData(
    queries.income('AAPL', {}).queryKey,
    sampleIncome({ callOptimals: [sampleOption({ strike: 240, breakeven: 227.6 })] }),
  )
  await expect.element(page.getByText('±1σ 11.3% by Jan 15', { exact: true })).toBeVisible()
  // The selected cell is empty, so the How panel and the chart use the nearest cell with a contract.
  view.setState({ timeframe: 'long' })
  await expect.element(page.getByText('±1σ 11.3% by Jan 15', { exact: true })).toBeVisible()
  client.setQueryData(queries.income('AAPL', {}).queryKey, sampleIncome({ callOptimals: [] }))
  await expect.element(page.getByText('±1σ 7.0% by Dec 12', { exact: true })).toBeVisible()
})

test('the user can select the range and show the trend bands', async () => {
  await show()
  await waitForChart()
  await page.getByRole('radio', { name: '1M' }).click()
  await expect
    .element(page.getByRole('slider', { name: 'Price chart of AAPL, 1M' }))
    .toHaveAttribute('aria-valuemax', '21')
  expect(document.querySelectorAll('.why-band')).toHaveLength(0)
  await page.getByRole('button', { name: 'Trend' }).click()
  await expect.element(page.getByRole('button', { name: 'Trend' })).toHaveAttribute('aria-pressed', 'true')
  expect(document.querySelectorAll('.why-band').length).toBeGreaterThan(0)
})

test('toggles of candles and averages are stored, and averages are requested only if shown', async () => {
  const historyQueries: string[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string) => {
    if (address.includes('history')) historyQueries.push(new URL(address, location.href).search)
    return fetch(address)
  })
  const { unmount } = await show()
  await waitForChart()
  expect(document.querySelector('.why-line')).not.toBeNull()
  expect(historyQueries).toEqual(['?range=6M'])
  await page.getByRole('button', { name: 'Candles' }).click()
  expect(document.querySelector('.why-line')).toBeNull()
  expect(document.querySelector('.why-candles.why-rising')!.getAttribute('d')).not.toBe('')
  await page.getByRole('button', { name: '50-day average' }).click()
  await expect.poll(() => document.querySelectorAll('.why-drawing .why-average')).toHaveLength(1)
  expect(historyQueries).toEqual(['?range=6M', '?range=6M&averages=all'])
  await expect
    .poll(() => document.querySelector('.why-readout-averages')!.textContent)
    .toMatch(/^50d \d+\.\d\d$/)
  await unmount()
  // oxlint-disable-next-line no-restricted-globals -- the test is about the stored value
  expect(JSON.parse(localStorage.getItem('chart')!)).toEqual({
    candles: true,
    volume: true,
    averages: [50],
    trend: false,
  })
})

test('weekly candles say, also to screen readers, that the last week is so far', async () => {
  await page.viewport(344, 768)
  chooseChart(app, { candles: true })
  await show()
  await waitForChart()
  await expect.element(page.getByText('Weekly candles, last week so far', { exact: true })).toBeVisible()
  await expect.element(slider()).toHaveAccessibleDescription(/Weekly candles, last week so far/)
  expect(document.querySelectorAll('.why-volume-so-far:not([d=""])')).toHaveLength(1)
  await page.getByRole('button', { name: 'Volume' }).click()
  await expect.element(page.getByText('Weekly candles', { exact: true })).toBeVisible()
})

test('shows strike and break-even of the contract in the How panel on the chart', async () => {
  const { client } = await show()
  await waitForChart()
  expect(document.querySelector('.why-tag-strike')).toBeNull()
  client.setQueryData(
    queries.income('AAPL', {}).queryKey,
    sampleIncome({ callOptimals: [sampleOption({ strike: 240, breakeven: 227.6 })] }),
  )
  await expect.poll(() => document.querySelector('.why-tag-strike text')?.textContent).toBe('Strike 240')
  const breakEven = document.querySelector('.why-tag-break-even')!
  expect(breakEven.querySelector('text')!.textContent).toMatch(/227\.60$/)
  expect(breakEven.querySelector('title')!.textContent).toBe('Break-even 227.60')
  // Beside the plot, so that no line of the chart crosses the texts; and not above each other.
  const plotRight = Number(/H([\d.]+)/.exec(document.querySelector('.why-strike')!.getAttribute('d')!)![1])
  const boxes = [...document.querySelectorAll<SVGRectElement>('.why-tag rect')].map((rect) => rect.getBBox())
  expect(boxes).toHaveLength(7)
  for (const { x } of boxes) expect(x).toBeGreaterThanOrEqual(plotRight)
  const tops = boxes.map(({ y }) => y).toSorted((a, b) => a - b)
  tops.slice(1).forEach((y, i) => expect(y - tops[i]!).toBeGreaterThanOrEqual(16))
  await expect.element(slider()).toHaveAccessibleDescription(/Strike 240 and Break-even 227\.60\./)
})

test('shows the data of the chart as tables', async () => {
  await show()
  await page.getByRole('button', { name: 'View as table' }).click()
  await expect.element(page.getByRole('table', { name: 'Support and resistance' })).toBeVisible()
  await expect.element(page.getByRole('slider')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('row', { name: /Resistance 238\.00 \+2\.84% Sep 30, 2026/ }))
    .toBeInTheDocument()
  await expect.element(page.getByRole('row', { name: /6M trend.*Bullish/ })).toBeInTheDocument()
  expect(page.getByRole('table', { name: 'Daily prices, latest first' }).getByRole('row').all()).toHaveLength(
    128,
  )
  await expect
    .element(page.getByRole('row', { name: /20-day average [\d.]+ [+−][\d.]+%/ }))
    .toBeInTheDocument()
  await expect.element(page.getByRole('row', { name: /200-day average — .*too short/ })).toBeInTheDocument()
  await expect
    .element(page.getByRole('row', { name: /Breakout above resistance Nov 9, 2026/ }))
    .toBeInTheDocument()
  await page.getByRole('button', { name: 'View chart' }).click()
  await waitForChart()
})

describe.each(testFonts)('in the font %s', (font) => {
  beforeAll(() => applyFont(font))

  test('shows support, resistance, earnings and ex-dividend on the chart without overlaps', async () => {
    await show()
    await waitForChart()
    const tags = [...document.querySelectorAll('.why-tag')].map((tag) => ({
      text: tag.querySelector('text')!.textContent,
      box: tag.querySelector('rect')!.getBoundingClientRect(),
      textBox: tag.querySelector('text')!.getBoundingClientRect(),
    }))
    expect(tags.map(({ text }) => text).toSorted()).toEqual([
      '231.42',
      'R 238.00',
      'R 246.50',
      'S 212.30',
      'S 224.10',
    ])
    for (const { text, box, textBox } of tags) {
      expect(textBox.left, text).toBeGreaterThanOrEqual(box.left + 2)
      expect(textBox.right, text).toBeLessThanOrEqual(box.right - 2)
    }
    const boxes = tags.map(({ box }) => box).toSorted((a, b) => a.top - b.top)
    boxes.slice(1).forEach((box, i) => expect(box.top).toBeGreaterThanOrEqual(boxes[i]!.bottom))
    expect(document.querySelector('.why-badge-earnings')!.textContent).toMatch(
      /^Earnings Dec 3, 2026, estimated, after the closeE ☾$/,
    )
    expect(document.querySelector('.why-badge-dividend title')!.textContent).toBe(
      'Ex-dividend Nov 24, 2026, $0.26 per share',
    )
    await expect
      .element(slider())
      .toHaveAccessibleDescription(/Support: \$224\.10 and \$212\.30\. Resistance: \$238\.00 and \$246\.50\./)
  })

  test.each([320, 344])(
    'in a panel of %i px open, high, low and close are on one line below the day, in every language',
    async (width) => {
      await page.viewport(width, 768)
      // Four digits do not fit at 320 px if the font is wider than usual ones.
      responders.history = (range) =>
        sampleHistory(range, font === 'wide' && width === 320 ? 231.42 : 1231.42)
      await show()
      await waitForChart()
      const faults: string[] = []
      for (const locale of locales) {
        await i18next.changeLanguage(locale)
        const { right, bottom } = document.querySelector('.why-readout')!.getBoundingClientRect()
        const parts = [...document.querySelectorAll('.why-readout > span')]
        const [day, ...prices] = parts.slice(0, 5).map((part) => part.getBoundingClientRect())
        if (new Set(prices.map(({ top }) => top)).size > 1 || prices[0]!.top < day!.bottom)
          faults.push(`${locale}: not on one line`)
        for (const part of parts) {
          const box = part.getBoundingClientRect()
          if (box.right > right + 0.5 || box.bottom > bottom + 0.5)
            faults.push(`${locale}: ${part.textContent} ends at ${box.right}, ${box.bottom}`)
        }
      }
      expect(faults).toEqual([])
    },
  )

  test('shows open, high, low, close and volume of the selected bar untruncated in a panel of 480 px', async () => {
    await page.viewport(480, 768)
    await show()
    await waitForChart()
    const readout = document.querySelector<HTMLElement>('.why-readout')!
    const parts = [...readout.children]
    expect(parts.map((element) => element.textContent)).toEqual([
      expect.stringMatching(/^\w+ \d+, \d+$/),
      expect.stringMatching(/^O [\d.]+$/),
      expect.stringMatching(/^H [\d.]+$/),
      expect.stringMatching(/^L [\d.]+$/),
      expect.stringMatching(/^C [\d.]+$/),
      expect.stringMatching(/^Vol [\d.]+[KM]?$/),
    ])
    ;(slider().element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect
      .poll(() => {
        const { right, bottom } = readout.getBoundingClientRect()
        return parts.filter((part) => {
          const box = part.getBoundingClientRect()
          return box.bottom > bottom + 1 || box.right > right + 1
        })
      })
      .toEqual([])
  })
})
