import { beforeEach, expect, test } from 'vitest'
import { makeState } from './app-state.ts'
import { setLeg } from './choices/trade-choice.ts'
import { initialView, overrideSentiment, selectSymbol, useView } from './view.ts'

const app = makeState()
const view = useView.of(app)

beforeEach(() => {
  view.setState(initialView, true)
  selectSymbol(app, 'AAPL', { origin: 'user' })
})

test('selecting the displayed symbol again changes nothing', () => {
  overrideSentiment(app, 'Bullish')
  view.setState({ compare: [{ symbol: 'AAPL', id: 'pinned contract' }], contract: 'selected contract' })
  const before = view.getState()
  selectSymbol(app, 'AAPL', { origin: 'user' })
  expect(view.getState()).toEqual(before)
})

test('selecting a symbol with a sentiment overrides the sentiment, even of the displayed symbol', () => {
  selectSymbol(app, 'AAPL', { origin: 'user', sentiment: 'Bullish' })
  expect(view.getState()).toMatchObject({ sentimentOverride: 'Bullish', leg: 'put' })
  selectSymbol(app, 'AAPL', { origin: 'user', sentiment: 'Bearish' })
  expect(view.getState()).toMatchObject({ sentimentOverride: 'Bearish', leg: 'call' })
})

test('selecting another symbol resets sentiment and contract, and keeps the comparison', () => {
  overrideSentiment(app, 'Bullish')
  view.setState({ compare: [{ symbol: 'AAPL', id: 'pinned contract' }], contract: 'selected contract' })
  selectSymbol(app, 'MSFT', { origin: 'command' })
  expect(view.getState()).toMatchObject({
    symbol: 'MSFT',
    symbolOrigin: 'command',
    sentimentOverride: null,
    contract: null,
    compare: [{ symbol: 'AAPL', id: 'pinned contract' }],
  })
})

test('bearish sentiment selects the column with the lowest strikes of each strategy; its end resets the column', () => {
  overrideSentiment(app, 'Bearish')
  expect(view.getState()).toMatchObject({ leg: 'call', riskProfile: 'aggressive' })
  setLeg(app, 'put')
  expect(view.getState()).toMatchObject({ leg: 'put', riskProfile: 'conservative' })
  overrideSentiment(app, null)
  expect(view.getState()).toMatchObject({ leg: 'put', riskProfile: null })
  overrideSentiment(app, 'Bearish')
  selectSymbol(app, 'MSFT', { origin: 'user' })
  expect(view.getState().riskProfile).toBeNull()
})

test('a change of sentiment keeps a column that the user has chosen', () => {
  overrideSentiment(app, 'Bearish')
  view.setState({ riskProfile: 'conservative' })
  setLeg(app, 'call')
  overrideSentiment(app, 'Bullish')
  expect(view.getState()).toMatchObject({ leg: 'put', riskProfile: 'conservative' })
})
