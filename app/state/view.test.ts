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

test("the symbol on screen, chosen again, keeps the user's own view and what goes with it", () => {
  overrideSentiment(app, 'Bullish')
  view.setState({ compare: [{ symbol: 'AAPL', id: 'one' }], contract: 'two' })
  const before = view.getState()
  selectSymbol(app, 'AAPL', { by: 'user' })
  expect(view.getState()).toEqual(before)
})

test('a direction that comes along is a view of its own, on the same symbol too', () => {
  selectSymbol(app, 'AAPL', { by: 'user', sentiment: 'Bullish' })
  expect(view.getState()).toMatchObject({ sentimentOverride: 'Bullish', leg: 'put' })
  selectSymbol(app, 'AAPL', { by: 'user', sentiment: 'Bearish' })
  expect(view.getState()).toMatchObject({ sentimentOverride: 'Bearish', leg: 'call' })
})

test('another symbol starts without a view and without a chosen contract, and what is compared stays', () => {
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

test('a bearish view chooses the lower strikes of either strategy, and takes that choice along when it goes', () => {
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

test('a column chosen since stays', () => {
  overrideSentiment(app, 'Bearish')
  view.setState({ riskProfile: 'conservative' })
  setLeg(app, 'call')
  overrideSentiment(app, 'Bullish')
  expect(view.getState()).toMatchObject({ leg: 'put', riskProfile: 'conservative' })
})
