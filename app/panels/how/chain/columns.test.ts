import { expect, test } from 'vitest'
import { formats } from '#app/i18n/format.ts'
import { madeUpChainOption, madeUpRefused } from '#app/testing/chain.ts'
import { figures, figureText, layoutOf, roughWidth, type Figure } from './columns.ts'

const day = { expiryDate: '2027-01-15', daysUntilExpiry: 64, timeframe: 'medium' } as const
const widths = Object.fromEntries(figures.map((figure) => [figure, 3])) as Record<Figure, number>

test('a wide table has calls and puts side by side, one less wide only one of them', () => {
  expect(layoutOf(60, widths)).toEqual({ both: true, columns: figures.map((figure) => [figure]) })
  expect(layoutOf(41.5, widths).both).toBe(true)
  expect(layoutOf(41, widths).both).toBe(false)
})

test('the return comes in where there is room for seven, the volume where there is for eight', () => {
  const columns = (width: number) => layoutOf(width, widths).columns.flat()
  expect(columns(22.5)).toEqual(['bid', 'ask', 'probability', 'delta', 'iv', 'interest'])
  expect(columns(25.5)).toEqual(['bid', 'ask', 'return', 'probability', 'delta', 'iv', 'interest'])
  expect(columns(28.5)).toEqual(figures)
})

test('where six have no room all eight stand in four columns of two', () => {
  const { both, columns } = layoutOf(22, widths)
  expect([both, columns.map((column) => column.length)]).toEqual([false, [2, 2, 2, 2]])
  expect(new Set(columns.flat())).toEqual(new Set(figures))
})

test('figures are written as everywhere; what is not known is a dash and never a zero', () => {
  const format = formats('en')
  const option = madeUpChainOption(day, 255, 'call')
  const texts = (of: typeof option) => figures.map((figure) => figureText(format, figure, of))
  expect(texts({ ...option, openInterest: 12_345 })).toEqual([
    '4.10',
    '4.20',
    '1.77%',
    '74%',
    '0.26',
    '27.0%',
    '12.3K',
    '310',
  ])
  expect(texts({ ...madeUpRefused(option, 'crossed'), openInterest: null, volume: null })).toEqual([
    '4.10',
    '4.20',
    '—',
    '—',
    '—',
    '—',
    '—',
    '—',
  ])
  expect(roughWidth('4.10')).toBeLessThan(roughWidth('1,104.10'))
})
