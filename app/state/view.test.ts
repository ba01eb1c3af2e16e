import { beforeEach, expect, test } from 'vitest'
import { initialView, overrideSentiment, selectSymbol, useView } from './view.ts'

beforeEach(() => {
  useView.setState(initialView, true)
  selectSymbol('AAPL', { by: 'user' })
})

test("the symbol on screen, chosen again, keeps the user's own view and what goes with it", () => {
  overrideSentiment('Bullish')
  useView.setState({ compare: ['one'] })
  const before = useView.getState()
  selectSymbol('AAPL', { by: 'user' })
  expect(useView.getState()).toEqual(before)
})

test('a direction that comes along is a view of its own, on the same symbol too', () => {
  selectSymbol('AAPL', { by: 'user', sentiment: 'Bullish' })
  expect(useView.getState()).toMatchObject({ sentimentOverride: 'Bullish', leg: 'put' })
  selectSymbol('AAPL', { by: 'user', sentiment: 'Bearish' })
  expect(useView.getState()).toMatchObject({ sentimentOverride: 'Bearish', leg: 'call' })
})

test('another symbol starts without a view and without a comparison', () => {
  overrideSentiment('Bullish')
  useView.setState({ compare: ['one'] })
  selectSymbol('MSFT', { by: 'command' })
  expect(useView.getState()).toMatchObject({
    symbol: 'MSFT',
    symbolBy: 'command',
    sentimentOverride: null,
    compare: [],
  })
})
