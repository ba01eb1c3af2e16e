import { expect, test } from 'vitest'
import { annualizedMark, formWithAnnualized, formWithoutAnnualized } from './annualized.ts'
import { messages } from '#contract/text/messages.ts'

test('an annualised return has a footnote mark if the trade lasts less than sixty days', () => {
  expect([20, 59, 60, 180].map(annualizedMark)).toEqual(['*', '*', '', ''])
})

test('a template has a form with and one without the annualised return', () => {
  const template = 'It pays {{return, percent2}}[[ ({{annualized, percent1}}{{mark}} a year)]].'
  expect(formWithAnnualized(template)).toBe(
    'It pays {{return, percent2}} ({{annualized, percent1}}{{mark}} a year).',
  )
  expect(formWithoutAnnualized(template)).toBe('It pays {{return, percent2}}.')
  expect(formWithoutAnnualized('It pays {{annualized, percent1}} a year.')).toBeUndefined()
  expect(formWithoutAnnualized('The spread is {{spread, percent}}.')).toBeUndefined()
})

test('every English template marks exactly the annualised return', () => {
  const markedTemplates = Object.values<string>(messages).filter((template) => /\[\[|\]\]/.test(template))
  expect(markedTemplates).toHaveLength(10)
  for (const template of markedTemplates) {
    expect(template.split(/\[\[|\]\]/)).toEqual([
      expect.any(String),
      ' ({{annualized, percent1}}{{mark}} a year)',
      expect.any(String),
    ])
    expect(formWithoutAnnualized(template)).not.toMatch(/annualized|mark|a year/)
  }
})
