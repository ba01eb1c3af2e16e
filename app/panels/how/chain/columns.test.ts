import { expect, test } from 'vitest'
import { formats } from '#app/i18n/format.ts'
import { sampleChainOption, asRefusedOption } from '#app/testing/chain.ts'
import { columnNames, figureText, fitLayout, estimateTextWidth, type ChainColumnName } from './columns.ts'

const expiry = { expiryDate: '2027-01-15', daysUntilExpiry: 64, timeframe: 'medium' } as const
const widths = Object.fromEntries(columnNames.map((column) => [column, 3])) as Record<ChainColumnName, number>

test('shows calls and puts side by side if they fit, otherwise one leg', () => {
  expect(fitLayout(60, widths)).toEqual({ hasBothLegs: true, columns: columnNames.map((column) => [column]) })
  expect(fitLayout(41.5, widths).hasBothLegs).toBe(true)
  expect(fitLayout(41, widths).hasBothLegs).toBe(false)
})

test('shows six columns, also the return if seven fit, and also the volume if eight fit', () => {
  const columns = (width: number) => fitLayout(width, widths).columns.flat()
  expect(columns(23.5)).toEqual(['bid', 'ask', 'probability', 'delta', 'iv', 'interest'])
  expect(columns(26.5)).toEqual(['bid', 'ask', 'return', 'probability', 'delta', 'iv', 'interest'])
  expect(columns(29.5)).toEqual(columnNames)
})

test('stacks the eight columns in four pairs if six columns do not fit', () => {
  const { hasBothLegs, columns } = fitLayout(22, widths)
  expect([hasBothLegs, columns.map((column) => column.length)]).toEqual([false, [2, 2, 2, 2]])
  expect(new Set(columns.flat())).toEqual(new Set(columnNames))
})

test('formats figures, and unknown figures as a dash instead of zero', () => {
  const format = formats('en')
  const option = sampleChainOption(expiry, 255, 'call')
  const texts = (chainOption: typeof option) =>
    columnNames.map((column) => figureText(format, column, chainOption))
  expect(texts({ ...option, openInterest: 12_345 })).toEqual([
    '4.10',
    '4.20',
    '1.77%',
    '74%',
    '−0.26',
    '27.0%',
    '12.3K',
    '310',
  ])
  expect(texts({ ...asRefusedOption(option, 'crossed'), openInterest: null, volume: null })).toEqual([
    '4.10',
    '4.20',
    '—',
    '—',
    '—',
    '—',
    '—',
    '—',
  ])
  expect(estimateTextWidth('4.10')).toBeLessThan(estimateTextWidth('1,104.10'))
})
