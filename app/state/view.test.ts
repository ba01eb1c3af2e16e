import { beforeEach, expect, test } from 'vitest'
import { initialView, overrideSentiment, selectSymbol, useView } from './view.ts'

beforeEach(() => {
  useView.setState(initialView, true)
  selectSymbol('AAPL')
})

test("the symbol on screen, chosen again, keeps the user's own view and what goes with it", () => {
  overrideSentiment('Bullish')
  useView.setState({ compare: ['one'] })
  const before = useView.getState()
  selectSymbol('AAPL')
  expect(useView.getState()).toEqual(before)
})

test('a direction that comes along is a view of its own, on the same symbol too', () => {
  selectSymbol('AAPL', 'Bullish')
  expect(useView.getState()).toMatchObject({ sentimentOverride: 'Bullish', leg: 'put' })
  selectSymbol('AAPL', 'Bearish')
  expect(useView.getState()).toMatchObject({ sentimentOverride: 'Bearish', leg: 'call' })
})

test('another symbol starts without a view and without a comparison', () => {
  overrideSentiment('Bullish')
  useView.setState({ compare: ['one'] })
  selectSymbol('MSFT')
  expect(useView.getState()).toMatchObject({ symbol: 'MSFT', sentimentOverride: null, compare: [] })
})
