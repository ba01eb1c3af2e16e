/** A busy market leaves the list calm: it changes rarely, few rows flash, and nothing moves. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { flushMs } from '#contract/feed.ts'
import { makePainter } from '#app/api/feed/feed-painter.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { host, live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'
import { sampleIdeas, sixIdeas } from '#app/testing/ideas.ts'
import { WhatPanel } from './what-panel.tsx'

const symbols = sixIdeas.map(({ symbol }) => symbol)
/** Ten seconds of a market in which every symbol trades between two messages of the feed. */
const steps = 10_000 / flushMs

/** Rows that started to flash, with the time. */
let flashes: [row: Element, time: number][]
let frames: FrameRequestCallback[]

beforeAll(async () => {
  await startI18n('en', i18next)
})
beforeEach(() => {
  host.setState({ phase: 'ready' })
  view.setState({ ...initialView, symbol: 'F' }, true)
  live.setState(live.getInitialState(), true)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(sampleIdeas(sixIdeas))))
  flashes = []
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element) {
    flashes.push([this.closest('tr')!, performance.now()])
    return {} as Animation
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const priceAt = (step: number) => +(20 + step / 100).toFixed(2)
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-idea]')]
const priceOf = (symbol: string) =>
  Number(document.querySelector(`[data-idea="${symbol}"] .idea-price`)!.textContent)
const boxes = () =>
  rows().map((row) => [
    row.dataset['idea'],
    ...[...row.children].map((cell) => cell.getBoundingClientRect().x),
  ])

/** Shows the list, with the first quote of each symbol, and stops the clock. */
async function showList(blockSize = '600px') {
  await render(
    <TestApp client={makeClientWithoutRetries()}>
      <div style={{ inlineSize: '420px', blockSize, display: 'grid' }}>
        <Suspense>
          <WhatPanel isPainted />
        </Suspense>
      </div>
    </TestApp>,
  )
  await expect.poll(() => rows().length).toBe(symbols.length)
  // The parts that are loaded after the ideas are there: React would wait for a timer to show them.
  await expect.element(page.getByRole('button', { name: 'Filters' })).toBeVisible()
  await expect.element(page.getByText('Scan of Nov 19, 2026')).toBeVisible()
  await import('#app/ui/price/flash-animation.ts')
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] })
  frames = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  return makePainter(live, (symbol) => symbol === view.getState().symbol)
}

const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })

/** Sends a quote of each symbol and paints the frame. */
async function trade(painter: ReturnType<typeof makePainter>, last: number) {
  const time = new Date(Date.now()).toISOString()
  const quoteOf = (symbol: string) => ({
    symbol,
    last,
    change: last - 20,
    percentageChange: last / 7,
    volume: 1,
    time,
  })
  painter.add({ type: 'quotes', seq: 1, quotes: symbols.map(quoteOf) })
  flushSync(() => {
    for (const callback of frames.splice(0)) callback(0)
  })
  // React may render in later tasks, and timers are stopped.
  for (let task = 0; task < 50 && priceOf('F') !== last; task++) await nextTask()
  // The observer is called after the changes, and the animation after its import.
  await nextTask()
}

test('while every symbol trades four times a second', async () => {
  const painter = await showList()
  await trade(painter, 20)
  const table = document.querySelector('table.ideas')!
  const firstBoxes = boxes()
  /** Number of changes of the row's text, by symbol. */
  const changes = new Map<string, number>()
  let domChanges = 0
  const count = (records: MutationRecord[]) => {
    domChanges += records.length
    const changed = new Set(
      records.flatMap(
        ({ target }) =>
          (target.parentElement ?? (target as Element)).closest<HTMLElement>('[data-idea]') ?? [],
      ),
    )
    for (const row of changed) changes.set(row.dataset['idea']!, (changes.get(row.dataset['idea']!) ?? 0) + 1)
  }
  const observer = new MutationObserver(count)
  observer.observe(table, { subtree: true, childList: true, characterData: true, attributes: true })
  for (let step = 1; step <= steps; step++) {
    await vi.advanceTimersByTimeAsync(flushMs)
    await trade(painter, priceAt(step))
    // At most a second old: that is four messages of the feed.
    for (const symbol of symbols) expect(priceOf(symbol)).toBeGreaterThanOrEqual(priceAt(step - 4))
    // The selected symbol, which the other panels show too, at once.
    expect(priceOf('F')).toBe(priceAt(step))
    expect(boxes()).toEqual(firstBoxes)
  }
  observer.disconnect()
  painter.stop()
  // The selected symbol changes with the header; the other rows change together, and of each only the two texts.
  const others = symbols.filter((symbol) => symbol !== 'F')
  const common = changes.get(others[0]!)!
  expect(changes.get('F')).toBe(steps)
  for (const symbol of others) expect(changes.get(symbol), symbol).toBe(common)
  expect(common).toBeGreaterThan(6)
  expect(common).toBeLessThanOrEqual(10)
  expect(domChanges).toBeLessThanOrEqual(2 * (others.length * common + steps))
  expect(flashes.length).toBeGreaterThan(6)
  for (const [row, time] of flashes) {
    const before = flashes.filter(([, other]) => other <= time)
    expect(before.filter(([other, at]) => other === row && time - at < 2000)).toHaveLength(1)
    expect(before.filter(([, at]) => time - at < 600).length).toBeLessThanOrEqual(2)
  }
})

test('only visible rows change, and others as soon as they are scrolled into view', async () => {
  const painter = await showList('190px')
  await trade(painter, 20)
  const scroller = document.querySelector('.panel-body')!
  const isBelow = (row: Element) =>
    row.getBoundingClientRect().top > scroller.getBoundingClientRect().bottom + row.clientHeight
  const below = rows().filter(isBelow)
  expect(below.length).toBeGreaterThan(0)
  expect(below.length).toBeLessThan(symbols.length)
  const domChanges: MutationRecord[] = []
  const observer = new MutationObserver((records) => domChanges.push(...records))
  for (const row of below)
    observer.observe(row, { subtree: true, childList: true, characterData: true, attributes: true })
  for (let step = 1; step <= 12; step++) {
    await vi.advanceTimersByTimeAsync(flushMs)
    await trade(painter, priceAt(step))
  }
  expect(priceOf(rows()[0]!.dataset['idea']!)).toBeGreaterThan(20)
  expect(domChanges).toEqual([])
  observer.disconnect()
  for (const row of below) {
    row.scrollIntoView({ block: 'nearest' })
    const symbol = row.dataset['idea']!
    await expect.poll(() => priceOf(symbol)).toBe(live.getState().listQuotes![symbol]!.last)
  }
  // A quote that may no longer be shown disappears everywhere.
  scroller.scrollTo(0, 0)
  await expect.poll(() => isBelow(below[0]!)).toBe(true)
  const refused = below[0]!.dataset['idea']!
  painter.add({ type: 'problem', code: 'not-licensed', symbol: refused })
  for (const callback of frames.splice(0)) callback(0)
  await expect.poll(() => priceOf(refused)).toBe(sixIdeas.find(({ symbol }) => symbol === refused)!.price)
  painter.stop()
})
