/** The Why panel over a stubbed service, for tests in a browser. */
import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import type { History, HistoryRange } from '#contract/responses/resources.ts'
import '#app/ui/base.css'
import { makeQueryClient } from '#app/api/queries.ts'
import { chooseChart } from '#app/state/choices/chart-choice.ts'
import { initialView } from '#app/state/view.ts'
import { app, host, live, TestApp, view } from '#app/testing/test-app.tsx'
import { sampleHistory, sampleNews, sampleWhy, withMovingAverages } from '#app/testing/why.ts'
import { WhyPanel } from './why-panel.tsx'

type Responders = Record<'why' | 'history' | 'news' | 'ideas', (range: HistoryRange) => unknown>

/** Functions that create the responses of the service: a promise is awaited, a value is sent as JSON. */
export const responders: Responders = {
  why: () => null,
  history: () => null,
  news: () => null,
  ideas: () => null,
}
export const problemResponse = (code: ProblemCode) =>
  Response.json(problemDetails(code, { requestId: 'req-42' }), { status: problemDetails(code).status })
const kindOfPath = (path: string) =>
  path.includes('/news/')
    ? 'news'
    : path.endsWith('/history')
      ? 'history'
      : path.includes('/what/')
        ? 'ideas'
        : 'why'

/** Replaces the service and resets the state. */
export function resetWhyPanel(): void {
  Object.assign(responders, {
    why: () => sampleWhy,
    history: (range: HistoryRange) => sampleHistory(range),
    news: () => sampleNews,
    ideas: () => new Promise(() => undefined),
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, location.href)
    const kind = kindOfPath(url.pathname)
    const response = await responders[kind](url.searchParams.get('range') as HistoryRange)
    if (response instanceof Response) return response
    const averages = kind === 'history' && url.searchParams.get('averages') === 'all'
    return Response.json(averages ? withMovingAverages(response as History) : response)
  })
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  live.setState({
    quotes: {},
    connection: 'live',
    stale: false,
    market: { type: 'market', state: 'open', delayedSeconds: 900, simulated: true, asOf: null },
  })
  host.setState({ options: null })
  chooseChart(app, { candles: false, volume: true, averages: [], trend: false, asTable: false })
}

export async function show(): Promise<{ client: QueryClient; unmount: () => Promise<void> }> {
  const client = makeQueryClient()
  const { unmount } = await render(
    <TestApp client={client}>
      <Suspense>
        <div style={{ blockSize: '100vh', display: 'grid' }}>
          <WhyPanel />
        </div>
      </Suspense>
    </TestApp>,
  )
  return { client, unmount }
}
export const panel = () => document.querySelector<HTMLElement>('[data-panel=why]')!
export const slider = () => page.getByRole('slider', { name: 'Price chart of AAPL, 6M' })
export const factOf = (name: string) =>
  [...document.querySelectorAll('dt')].find((term) => term.textContent === name)?.nextElementSibling
    ?.textContent
export const waitForChart = async () => {
  await expect.element(slider()).toBeVisible()
  // The first drawing is interruptible, so the labels may follow later.
  await expect.poll(() => document.querySelector('.why-marks > .why-tick')).not.toBeNull()
}
