import { expect, test } from 'vitest'
import { sampleChain, sampleChainOption, asRefusedOption } from '#app/testing/chain.ts'
import { smileOf, smileRows, termStructureOf } from './smile-data.ts'

const day = { expiryDate: '2027-01-15', daysUntilExpiry: 64, timeframe: 'medium' } as const
const row = (strike: number) => ({
  strike,
  call: sampleChainOption(day, strike, 'call'),
  put: sampleChainOption(day, strike, 'put'),
})
const refusedRow = (strike: number) => {
  const { call, put } = row(strike)
  return { strike, call: asRefusedOption(call, 'crossed'), put: asRefusedOption(put, 'wide-spread') }
}

test('strikes without a usable quote are gaps inside the smile, and are removed from its ends', () => {
  const { strikes, omissions } = smileOf({ rows: [refusedRow(200), row(220), refusedRow(230), row(240)] })
  expect(strikes.map(({ strike, call }) => [strike, call !== null])).toEqual([
    [220, true],
    [230, false],
    [240, true],
  ])
  expect(omissions).toEqual({ omittedCount: 4, total: 8, reasons: ['crossed', 'wide-spread'] })
})

test('an adjusted contract at the same strike does not hide the standard one', () => {
  const adjusted = { strike: 230, call: asRefusedOption(row(230).call, 'adjusted'), put: null }
  for (const rows of [
    [row(230), adjusted],
    [adjusted, row(230)],
  ]) {
    const { strikes } = smileOf({ rows })
    expect(strikes).toHaveLength(1)
    expect(strikes[0]!.call).toBeGreaterThan(0)
  }
})

test('the chart has puts below the stock price, and calls at and above it', () => {
  const { strikes } = smileOf({ rows: [row(220), row(230), row(240)] })
  const points = smileRows(strikes, 230).map(({ x, values }) => [x, values['put'], values['call']])
  expect(points).toEqual([
    [220, strikes[0]!.put, null],
    [230, null, strikes[1]!.call],
    [240, null, strikes[2]!.call],
  ])
})

test('expirations that are refused are left out of the term structure, with their reason', () => {
  const chain = sampleChain()
  const expiries = chain.expiries.map((expiry, index) =>
    index === 1 ? { ...expiry, impliedVolatility: null, refused: 'parity' as const } : expiry,
  )
  const termStructure = termStructureOf({ expiries })
  expect(termStructure.expiries.map(({ daysUntilExpiry }) => daysUntilExpiry)).toEqual([8, 64, 127, 435])
  expect(termStructure.omissions).toEqual({ omittedCount: 1, total: 5, reasons: ['parity'] })
})
