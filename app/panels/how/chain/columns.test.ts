import { expect, test } from 'vitest'
import type { Locale } from '#contract/text/locales.ts'
import { formats } from '#app/i18n/format.ts'
import arabic from '#app/i18n/locales/ar/chain.json' with { type: 'json' }
import { sampleChainOption, asRefusedOption } from '#app/testing/chain.ts'
import { columnNames, figureText, fitLayout, estimateTextWidth, type ChainColumnName } from './columns.ts'

const expiry = { expiryDate: '2027-01-15', daysUntilExpiry: 64, timeframe: 'medium' } as const
const widths = Object.fromEntries(columnNames.map((column) => [column, 3])) as Record<ChainColumnName, number>

test('shows calls and puts side by side from half of a frame of 1024 px, or if all six base columns fit', () => {
  expect(fitLayout(60, widths)).toEqual({ hasBothLegs: true, columns: columnNames.map((column) => [column]) })
  expect(fitLayout(32, widths).hasBothLegs).toBe(true)
  expect(fitLayout(31.9, widths).hasBothLegs).toBe(false)
  const narrow = Object.fromEntries(columnNames.map((column) => [column, 2])) as typeof widths
  expect(fitLayout(29.9, narrow).hasBothLegs).toBe(true)
})

test('writes a number of contracts compactly, unless the whole number is narrower', () => {
  const option = { ...sampleChainOption(expiry, 240, 'call'), openInterest: 32_480 }
  const interestIn = (locale: Locale) => figureText(formats(locale), 'interest', option)
  expect(interestIn('en')).toBe('32.5K')
  expect(interestIn('ja')).toBe('3.2万')
  expect(interestIn('ar')).toBe('32,480')
  expect(interestIn('pt-BR')).toBe('32.480')
})

test('shows all columns of calls and puts beside How at 1440 px, also in Arabic', () => {
  const option = {
    ...sampleChainOption(expiry, 240, 'call'),
    bid: 123.45,
    ask: 123.65,
    return: 0.1234,
    openInterest: 123_456,
    volume: 104_366,
  }
  const format = formats('ar')
  const widthsInArabic = Object.fromEntries(
    columnNames.map((column) => [
      column,
      Math.max(
        estimateTextWidth(arabic.column[column]),
        estimateTextWidth(figureText(format, column, option)),
      ),
    ]),
  ) as typeof widths
  // The columns of What and Why, 70 % of the frame.
  const { hasBothLegs, columns } = fitLayout(63, widthsInArabic, { buttonWidth: 1.75 })
  expect(hasBothLegs).toBe(true)
  expect(columns.flat()).toEqual(columnNames)
})

test('beside each other, shows as many base columns as fit', () => {
  expect(fitLayout(36, widths).columns.flat()).toEqual(['bid', 'ask', 'probability', 'delta', 'iv'])
  expect(fitLayout(36, widths, { buttonWidth: 1.75 }).columns.flat()).toHaveLength(4)
  const wide = Object.fromEntries(columnNames.map((column) => [column, 5])) as typeof widths
  expect(fitLayout(32, wide).hasBothLegs, 'less than three columns fit').toBe(false)
})

test('shows six columns, also the return if seven fit, and also the volume if eight fit', () => {
  const columns = (width: number) => fitLayout(width, widths).columns.flat()
  expect(columns(23.7)).toEqual(['bid', 'ask', 'probability', 'delta', 'iv', 'interest'])
  expect(columns(26.7)).toEqual(['bid', 'ask', 'return', 'probability', 'delta', 'iv', 'interest'])
  expect(columns(29.7)).toEqual(columnNames)
})

test('shows the chosen columns: in pairs if they do not fit side by side, and without those that do not fit at all', () => {
  const chosen = ['bid', 'return', 'delta', 'volume'] as const
  expect(fitLayout(60, widths, { chosen }).columns).toEqual(chosen.map((name) => [name]))
  expect(fitLayout(16, widths, { chosen }).columns).toEqual([
    ['bid', 'return'],
    ['delta', 'volume'],
  ])
  expect(fitLayout(9, widths, { chosen }).columns).toEqual([['bid', 'return']])
  expect(fitLayout(60, widths, { chosen: ['bid', 'iv'], hidesPrices: true }).columns).toEqual([['iv']])
  expect(fitLayout(60, widths, { chosen: ['bid'], hidesPrices: true }).columns.flat()).toHaveLength(3)
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
