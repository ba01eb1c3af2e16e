/** The line under the card about similar picks of the sealed record. */
import '#app/ui/base.css'
import axe from 'axe-core'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { RecordGroup } from '#contract/responses/record-summary.ts'
import { recordSummaryPath } from '#contract/responses/record-summary.ts'
import { locales } from '#contract/text/locales.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { settings } from '#app/testing/fake-network.ts'
import { sampleIncome } from '#app/testing/income.ts'
import {
  connectFeed,
  host,
  makeClientWithoutRetries,
  view,
  PanelFrame,
  TestApp,
} from '#app/testing/test-app.tsx'
import { HowPanel } from '#app/panels/how/how-panel.tsx'

/** The group of the chosen cell's call: 64 days, stated with 74 %. */
const group: RecordGroup = {
  right: 'call',
  from: 0.7,
  to: 0.8,
  minDays: 50,
  maxDays: 89,
  resolved: 1121,
  expired: 852,
  stated: 0.743,
}
type Series = { environment: string; isCurrent: boolean; groups: RecordGroup[] }
let series: Series[] | Response
let requests: string[]
/** Resolves the request for the summary. */
let release: () => void

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  requests = []
  series = [{ environment: 'live', isCurrent: true, groups: [group] }]
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings })
  connectFeed()
  const released = new Promise<void>((resolve) => (release = resolve))
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input, location.href)
    requests.push(pathname)
    if (pathname !== recordSummaryPath) return Response.json(sampleIncome())
    await released
    return series instanceof Response ? series : Response.json({ minResolved: 30, series })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await i18next.changeLanguage('en')
})

const card = page.getByRole('article').first()
const line = page.getByText(/^Picks like this/)
async function show(width = 410) {
  await render(
    <TestApp client={makeClientWithoutRetries()}>
      <PanelFrame width={width} height={700}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  await expect.element(card).toBeVisible()
}
const isRequested = () => requests.includes(recordSummaryPath)
/** Waits until the response has been read and rendered, also if nothing shows it. */
async function respond() {
  await expect.poll(isRequested).toBe(true)
  release()
  const rendered = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  for (let frame = 0; frame < 5; frame++) await rendered()
}

test.each([
  [410, 'in one column'],
  [1000, 'with the card beside the grid'],
])('shows what came of similar calls, and moves nothing (%i pixels, %s)', async (width) => {
  await show(width)
  await expect.element(page.getByText(/^Options as of/)).toBeInTheDocument()
  const others = () => [...document.querySelectorAll('.how > :not(.how-record), .how button, .how-card > *')]
  const positions = () =>
    others().map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y, width, height]
    })
  await expect.poll(isRequested).toBe(true)
  const before = positions()
  await respond()
  await expect
    .element(line)
    .toHaveTextContent('Picks like this: 1,121 resolved, 76% kept the shares, 74% was stated.')
  expect(positions()).toEqual(before)
  const bottom = Math.max(...others().map((element) => element.getBoundingClientRect().bottom))
  const { top, left } = line.element().getBoundingClientRect()
  if (width < 880) expect(top, 'the end of the content').toBeGreaterThanOrEqual(bottom)
  const box = card.element().getBoundingClientRect()
  expect(top, 'under the card').toBeGreaterThanOrEqual(box.bottom)
  expect(left).toBeLessThan(box.right)
  expect(left).toBeGreaterThanOrEqual(box.left - 1)
  const { violations } = await axe.run(document.querySelector('.how') as HTMLElement)
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('is hidden with the card behind the chain', async () => {
  view.setState({ howView: 'chain' })
  await render(
    <TestApp client={makeClientWithoutRetries()}>
      <PanelFrame width={410} height={700}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  await respond()
  await expect.element(line).toBeInTheDocument()
  expect(line.element().checkVisibility()).toBe(false)
})

test('has its own words for puts', async () => {
  series = [{ environment: 'live', isCurrent: true, groups: [{ ...group, right: 'put' }] }]
  view.setState({ leg: 'put' })
  await show()
  await respond()
  await expect
    .element(line)
    .toHaveTextContent('Picks like this: 1,121 resolved, 76% bought no shares, 74% was stated.')
})

test.each<[string, Series[]]>([
  ['no series of the environment', [{ environment: 'test', isCurrent: true, groups: [group] }]],
  ['an earlier series only', [{ environment: 'live', isCurrent: false, groups: [group] }]],
  ['no group of the right', [{ environment: 'live', isCurrent: true, groups: [{ ...group, right: 'put' }] }]],
  [
    'no group of the probability',
    [{ environment: 'live', isCurrent: true, groups: [{ ...group, from: 0.8, to: 0.9 }] }],
  ],
  [
    'no group of the days',
    [{ environment: 'live', isCurrent: true, groups: [{ ...group, minDays: 90, maxDays: null }] }],
  ],
  // The service leaves out groups below 30.
  ['too few results', [{ environment: 'live', isCurrent: true, groups: [] }]],
  ['no record', []],
])('is absent with %s', async (_, found) => {
  series = found
  await show()
  await respond()
  expect(line.elements()).toEqual([])
})

test('is absent, without an alert, if the request fails', async () => {
  series = Response.json({}, { status: 503 })
  await show()
  await respond()
  expect(line.elements()).toEqual([])
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('is neither requested nor shown if the partner hides it', async () => {
  host.setState({ settings: { ...settings, hideRecord: true } })
  await show()
  // The other lazy parts of the panel have been loaded and requested by then.
  await card.getByRole('button', { name: 'Details' }).click()
  await expect.poll(() => requests.some((path) => path.includes('/chain/'))).toBe(true)
  expect(isRequested()).toBe(false)
  expect(line.elements()).toEqual([])
})

test.each(locales)('has a line in %s', async (locale) => {
  await i18next.changeLanguage(locale)
  await show(320)
  await respond()
  const text = page.getByText(/1[.,\s\u202f\u00a0\u066c]?121|١٬١٢١/)
  await expect.element(text).toBeVisible()
  expect(text.element().textContent).not.toContain('{{')
  expect(text.element().scrollWidth).toBeLessThanOrEqual(text.element().clientWidth)
})
