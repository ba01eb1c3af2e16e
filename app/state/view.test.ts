import { beforeEach, expect, test } from 'vitest'
import { makeState } from './app-state.ts'
import { setLeg } from './trade-choice.ts'
import { initialView, overrideSentiment, selectSymbol, useView } from './view.ts'

const app = makeState()
const view = useView.of(app)

beforeEach(() => {
  view.setState(initialView, true)
  selectSymbol(app, 'AAPL', { by: 'user' })
})

test('selecting the displayed symbol again changes nothing', () => {
  overrideSentiment(app, 'Bullish')
  view.setState({ compare: [{ symbol: 'AAPL', id: 'one' }], contract: 'two' })
  const before = view.getState()
  selectSymbol(app, 'AAPL', { by: 'user' })
  expect(view.getState()).toEqual(before)
})

test('a symbol selected with a direction overrides the direction, also for the displayed symbol', () => {
  selectSymbol(app, 'AAPL', { by: 'user', sentiment: 'Bullish' })
  expect(view.getState()).toMatchObject({ sentimentOverride: 'Bullish', leg: 'put' })
  selectSymbol(app, 'AAPL', { by: 'user', sentiment: 'Bearish' })
  expect(view.getState()).toMatchObject({ sentimentOverride: 'Bearish', leg: 'call' })
})

test('another symbol resets direction and contract, and keeps the comparison', () => {
  overrideSentiment(app, 'Bullish')
  view.setState({ compare: [{ symbol: 'AAPL', id: 'one' }], contract: 'two' })
  selectSymbol(app, 'MSFT', { by: 'command' })
  expect(view.getState()).toMatchObject({
    symbol: 'MSFT',
    symbolBy: 'command',
    sentimentOverride: null,
    contract: null,
    compare: [{ symbol: 'AAPL', id: 'one' }],
  })
})

test('a bearish direction selects the lower strikes of either strategy, and resets them when it ends', () => {
  overrideSentiment(app, 'Bearish')
  expect(view.getState()).toMatchObject({ leg: 'call', riskProfile: 'aggressive' })
  setLeg(app, 'put')
  expect(view.getState()).toMatchObject({ leg: 'put', riskProfile: 'conservative' })
  overrideSentiment(app, null)
  expect(view.getState()).toMatchObject({ leg: 'put', riskProfile: 'optimal' })
  overrideSentiment(app, 'Bearish')
  selectSymbol(app, 'MSFT', { by: 'user' })
  expect(view.getState().riskProfile).toBe('optimal')
})

test('keeps a column that the user has chosen since', () => {
  overrideSentiment(app, 'Bearish')
  view.setState({ riskProfile: 'conservative' })
  setLeg(app, 'call')
  overrideSentiment(app, 'Bullish')
  expect(view.getState()).toMatchObject({ leg: 'put', riskProfile: 'conservative' })
})
