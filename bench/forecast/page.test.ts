import { expect, test } from 'vitest'
import { forecastSection } from './page.ts'

const calibration = { cases: 1234, qlike: 0.25, bias: 1.1, within50: 0.5, within80: 0.8 }
const row = { horizon: 20, label: 'all', before: calibration, after: { ...calibration, qlike: 0.2 } }
const section = forecastSection([row], 566, '2024 to 2026')

test('the table compares both forecasts', () => {
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.slice(2).map((cells) => cells.slice(1, -1))).toEqual([
    ['20', 'all', '1,234', 'before', '0.250', '1.10', '50.0 %', '80.0 %'],
    ['20', 'all', '1,234', 'now', '0.200', '1.10', '50.0 %', '80.0 %'],
  ])
})
