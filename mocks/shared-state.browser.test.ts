/// <reference types="vite/client" />
/**
 * Random views of the whole app, with the real service: a widget that opens a view's text shows the same picture and
 * sends the same ticket as one whose user has chosen the view.
 *
 * `VITE_STATES=1000 npx vitest run --project=browser mocks/shared-state` tests as many views.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeState } from '#app/state/app-state.ts'
import { type SharedView, writeState } from '#app/state/shared-view/shared-view.ts'
import { initialView, useView } from '#app/state/view.ts'
import { sharedViews } from '#app/testing/shared-views.ts'
import { connectEnvironment, type StartedApp, startWholeApp } from './whole-app.fixture.ts'

const viewCount = Number(import.meta.env['VITE_STATES'] ?? 3)

/** Symbols of the simulated market, and some of the listed contracts of each, as the service returns them. */
const contracts = new Map<string, string[]>([
  ['AAPL', []],
  ['MSFT', []],
])

let disconnect: () => void
beforeAll(async () => {
  disconnect = await connectEnvironment()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const response = await fetch(path, init)
    const symbol = /\/income\/(\w+)$/.exec(path)?.[1]
    const ids = symbol && JSON.stringify(await response.clone().json()).match(/(?<="id":")\w+(?=")/g)
    if (ids) contracts.set(symbol, [...new Set(ids)])
    return response
  })
  for (const symbol of contracts.keys()) await openView({ ...initialView, symbol })
}, 120_000)
afterAll(() => disconnect())

/** Handles of what waits for an idle browser. */
const idleCallbacks = new Set<number>()
beforeAll(() => {
  const request = window.requestIdleCallback.bind(window)
  const cancel = window.cancelIdleCallback.bind(window)
  vi.stubGlobal('requestIdleCallback', (run: IdleRequestCallback, options?: IdleRequestOptions) => {
    const handle = request((deadline) => {
      idleCallbacks.delete(handle)
      run(deadline)
    }, options)
    idleCallbacks.add(handle)
    return handle
  })
  vi.stubGlobal('cancelIdleCallback', (handle: number) => {
    idleCallbacks.delete(handle)
    cancel(handle)
  })
})

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Markup whose attributes are in alphabetical order; React adds them in the order of its renderings. */
function sortedMarkup(root: Element): string {
  const copy = root.cloneNode(true) as Element
  for (const element of copy.querySelectorAll('*')) {
    const attributes = [...element.attributes].toSorted((one, other) => (one.name < other.name ? -1 : 1))
    for (const { name } of attributes) element.removeAttribute(name)
    for (const attribute of attributes) element.setAttributeNode(attribute)
  }
  return copy.innerHTML
}

/** Everything that the user can see and that a program can read: markup and the values of fields. */
function pictureOf(root: Element): string {
  const fields = [...root.querySelectorAll('input, select')] as HTMLInputElement[]
  // React leaves an empty style where it has hidden a part that was still loading. A failure shows its request's id.
  const markup = sortedMarkup(root)
    .replaceAll(/_r_\w+_/g, 'id')
    .replaceAll(' style=""', '')
    .replaceAll(/Error id [\w-]+/g, 'Error id')
  const values = fields.map(({ value, checked }) => `${value} ${checked}`)
  return [...markup.split(/(?<=>)/), ...values].join('\n')
}

/** Waits until nothing is loading, nothing waits for an idle browser and the picture no longer changes. */
async function settledPicture(): Promise<string> {
  const root = document.querySelector('#root')!
  let picture = ''
  let sameFrames = 0
  while (sameFrames < 12) {
    await nextFrame()
    const next = pictureOf(root)
    const isLoading = root.querySelector(
      '[data-panel][data-state=loading], .main [aria-busy=true], [class*=skeleton], [class*=outline]',
    )
    const isSame = next === picture && !isLoading && idleCallbacks.size === 0
    sameFrames = isSame ? sameFrames + 1 : 0
    picture = next
  }
  return picture
}

/** Presses Trade, if it can be pressed. Returns the ticket without its id and time; undefined without one. */
async function ticketOf({ sent }: StartedApp): Promise<object | undefined> {
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLButtonElement>(`[data-action="${name}"]:not([data-open] *)`)].find(
      (candidate) => candidate.checkVisibility() && !candidate.disabled,
    )
  const review = button('trade') ? undefined : button('review')
  if (review) {
    await userEvent.click(review)
    await settledPicture()
  }
  const trade = button('trade')
  if (!trade) return undefined
  await userEvent.click(trade)
  const ticket = sent
    .map((message) => message as { name?: string; payload?: object })
    .find(({ name }) => name === 'TRADE_TICKET_EXECUTE')?.payload
  return ticket && { ...ticket, ticketId: '', time: '', deadline: '' }
}

/** What a widget shows and does, and the text that it reports for it. */
async function observe(choose: (app: ReturnType<typeof makeState>) => void, options: object) {
  localStorage.clear()
  sessionStorage.clear()
  const app = makeState()
  choose(app)
  const started = await startWholeApp(app, options)
  const picture = await settledPicture()
  const view = writeState(useView.of(app).getState())
  const ticket = await ticketOf(started)
  started.stop()
  return { picture, view, ticket }
}
const openView = (view: SharedView) => observe((app) => useView.of(app).setState(view), {})
const openText = (state: string) => observe(() => undefined, { state })

test(
  `${viewCount} random views: the same picture, the same ticket, the same text`,
  async () => {
    await page.viewport(1280, 800)
    let ticketCount = 0
    const views = sharedViews({
      symbols: fc.constantFrom(...contracts.keys()),
      contracts: (symbol) => fc.constantFrom(...contracts.get(symbol)!),
    })
    await fc.assert(
      fc.asyncProperty(views, async (view) => {
        const [chosen, opened] = [await openView(view), await openText(writeState(view))]
        expect(opened).toEqual(chosen)
        if (opened.ticket) ticketCount += 1
      }),
      { numRuns: viewCount, endOnFailure: true, seed: 1 },
    )
    expect(ticketCount).toBeGreaterThan(0)
  },
  60_000 + viewCount * 20_000,
)
