import { expect, test } from 'vitest'
import { madeUpChain, madeUpRefused } from '#app/testing/chain.ts'
import { smileOf, termStructureOf } from './volatility-points.ts'

const expiry = '2026-12-18'
const chain = madeUpChain(expiry)
const withRows = (rows: (typeof chain.expiries)[number]['rows']) => ({
  ...chain,
  expiries: chain.expiries.map((each) => (each.expiryDate === expiry ? { ...each, rows } : each)),
})

test('the smile has each strike of the expiration once, ascending', () => {
  const points = smileOf(chain, expiry)
  expect(points.length).toBeGreaterThan(3)
  expect(points.map(({ x }) => x)).toEqual([...new Set(points.map(({ x }) => x))].toSorted((a, b) => a - b))
})

test('strikes without a usable quote are left out, never zero', () => {
  const [row] = chain.expiries.find((each) => each.expiryDate === expiry)!.rows
  const refused = {
    ...row!,
    call: madeUpRefused(row!.call!, 'parity'),
    put: madeUpRefused(row!.put!, 'parity'),
  }
  expect(smileOf(withRows([refused]), expiry)).toEqual([])
})

test('a refused call leaves the volatility of the put', () => {
  const [row] = chain.expiries.find((each) => each.expiryDate === expiry)!.rows
  const half = { ...row!, call: madeUpRefused(row!.call!, 'parity') }
  expect(smileOf(withRows([half]), expiry)).toEqual([
    { x: row!.strike, volatility: row!.put!.impliedVolatility },
  ])
})

test('refused expirations are not in the term structure', () => {
  const refused = {
    ...chain,
    expiries: chain.expiries.map((each, index) =>
      index === 0 ? { ...each, impliedVolatility: null } : each,
    ),
  }
  expect(termStructureOf(refused)).toHaveLength(termStructureOf(chain).length - 1)
})
