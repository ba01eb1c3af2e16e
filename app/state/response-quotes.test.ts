import { expect, test } from 'vitest'
import { makeState } from './app-state.ts'
import { useLive } from './live.ts'
import { addResponseQuotes } from './response-quotes.ts'

const id = 'AAPL270115C00255000'
const pushed = { id, bid: 4, ask: 4.1, last: 4.05, time: '2026-11-12T20:59:00Z' }

test('a newer quote of a response replaces a pushed one, and an older or hidden one does not', () => {
  const app = makeState()
  const live = useLive.of(app)
  live.setState({ options: { [id]: pushed } })
  addResponseQuotes(app, [{ id, bid: 3, ask: 3.1 }], '2026-11-12T20:58:59Z')
  addResponseQuotes(app, [{ id, bid: 3, ask: 3.1 }], null)
  addResponseQuotes(app, [{ id, bid: null, ask: null }], '2026-11-12T21:00:00Z')
  expect(live.getState().options).toEqual({ [id]: pushed })
  addResponseQuotes(app, [{ id, bid: 3, ask: 3.1 }], '2026-11-12T20:59:01Z')
  expect(live.getState().options[id]).toEqual({
    id,
    bid: 3,
    ask: 3.1,
    last: 4.05,
    time: '2026-11-12T20:59:01Z',
  })
})
