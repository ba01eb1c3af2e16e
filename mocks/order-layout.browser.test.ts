/// <reference types="vite/client" />
/**
 * Tests the layout of an order that was sent, in each of its states, in every language: in the review, and below the
 * order line after the review is closed.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { locales } from '#contract/text/locales.ts'
import { makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { useLive } from '#app/state/live.ts'
import { recordTicketResponse } from '#app/state/order/ticket-responses.ts'
import { type RequestedTicket, useTickets } from '#app/state/order/tickets.ts'
import { overflows } from '#app/testing/layout-measurements.ts'
import { openWholeApp } from './whole-app.fixture.ts'

const nextFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))
const widths = [1440, 390]
const app = makeState()
const tickets = useTickets.of(app)
const action = (name: string) => document.querySelector<HTMLElement>(`[data-action="${name}"]`)

/** The states of an order, each with its ticket's status without a response, and the response. */
const states: [
  state: string,
  status: RequestedTicket['statusWithoutResponse'],
  response?: { reference?: string; refusal?: string },
][] = [
  ['unheard', 'unheard'],
  ['handed', 'handed'],
  ['waiting', 'waiting'],
  ['unanswered', 'unanswered'],
  ['received', 'waiting', { reference: 'BR-20817' }],
  ['refused', 'waiting', { refusal: 'Options trading is not enabled for this account. Please contact us.' }],
]

let stop: (() => void) | undefined
beforeAll(async () => {
  await page.viewport(1440, 800)
  stop = await openWholeApp(app, 'en')
  useHost.of(app).setState({ subscribedEvents: new Set(['TRADE_TICKET_EXECUTE']) })
  // The longest review has the line about the next session.
  useLive.of(app).setState(({ market }) => ({ market: market && { ...market, state: 'closed' } }))
  action('review')!.click()
  await vi.waitFor(() =>
    expect(document.querySelector('.how-legs')?.textContent).toMatch(/a day order is for the next one\.$/),
  )
  await page.getByRole('button', { name: 'Trade', exact: true }).click()
  await vi.waitFor(() => expect(tickets.getState().tickets).toHaveLength(1))
}, 90_000)
afterAll(() => stop?.())

/** Describes the elements and texts of the panel's foot that are wider than it, and labels of buttons that are cut. */
function faultsOfFoot(): string[] {
  const foot = document.querySelector('.how-foot')!
  const { left, right } = foot.getBoundingClientRect()
  const faults: string[] = []
  const range = document.createRange()
  const walker = document.createTreeWalker(foot, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    range.selectNodeContents(node)
    const box = node instanceof Element ? node.getBoundingClientRect() : range.getBoundingClientRect()
    const name = node instanceof Element ? node.className || node.tagName : `"${node.textContent}"`
    if (box.width > 0 && (box.left < left - 0.5 || box.right > right + 0.5))
      faults.push(`${name} reaches from ${box.left} to ${box.right} in ${left} to ${right}`)
    if (node instanceof Element && node.matches('.button') && node.scrollWidth > node.clientWidth + 1)
      faults.push(`the label of ${name} is cut`)
  }
  return faults
}

/** Lists the faults of every state of the order at every width. */
async function faultsIn(place: string, locale: string): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.viewport(width, 800)
    document.querySelector<HTMLElement>('#tab-how')?.click()
    for (const [state, statusWithoutResponse, response] of states) {
      const ticketId = `${locale} ${state} ${width} ${place}`
      const [sent] = tickets.getState().tickets
      tickets.setState({
        tickets: [{ ...sent!, ticket: { ...sent!.ticket, ticketId }, statusWithoutResponse }],
      })
      if (response) recordTicketResponse(app, { ticketId, ...response })
      await nextFrame()
      expect(document.querySelector('[data-ticket]')?.getAttribute('data-ticket')).toBe(state)
      for (const fault of [...faultsOfFoot(), ...overflows()])
        faults.push(`${width} px, ${place}, ${state}: ${fault}`)
    }
  }
  return faults
}

test.each(locales)(
  'in %s, no state of an order is wider than the panel',
  async (locale) => {
    useHost.of(app).setState({ locale })
    await expect.poll(() => document.documentElement.lang).toBe(locale)
    expect(await faultsIn('in the review', locale)).toEqual([])
    document.querySelector<HTMLElement>('.how-review [data-action="close"]')!.click()
    await expect.poll(() => document.querySelector('.how-review')).toBeNull()
    expect(await faultsIn('below the order line', locale)).toEqual([])
    action('review')!.click()
    await expect.poll(() => document.querySelector('.how-review')).not.toBeNull()
  },
  60_000,
)
