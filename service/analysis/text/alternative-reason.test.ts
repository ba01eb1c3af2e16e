import { expect, test } from 'vitest'
import { renderEnglish } from '#contract/text/messages.ts'
import { config } from '../config.ts'
import type { Candidate } from '../income/candidate.ts'
import { flawReason, outOfBandReason } from './alternative-reason.ts'

test('a probability outside the band is never printed as a limit of the band', () => {
  const codes = new Set<string>()
  for (const { low, high } of Object.values(config.income.profiles))
    for (let i = 0; i <= 10_000; i++) {
      const probability = i / 10_000
      if (probability >= low && probability < high) continue
      const message = outOfBandReason({ probability } as Candidate, { low, high })
      const [bandText, ...otherTexts] = renderEnglish(message).split(';')
      codes.add(message.code)
      const bandLimits = [...bandText!.matchAll(/(\d+)%/g)].map(([, digits]) => Number(digits))
      expect(bandLimits).toEqual([Math.round(low * 100), Math.round(high * 100)])
      const printed = /[<>]?(\d+)%/.exec(otherTexts.join(';'))
      if (printed)
        expect(
          Number(printed[1]) < bandLimits[0]! || Number(printed[1]) > bandLimits[1]!,
          `${probability}`,
        ).toBe(true)
      else expect(message.code).toMatch(/-(?:below|above)$/)
      // A lower probability is riskier, a higher one pays less.
      expect(otherTexts.join(';').includes('higher risk')).toBe(probability < low)
    }
  expect([...codes].toSorted()).toEqual([
    'alternative.probability-above',
    'alternative.probability-below',
    'alternative.probability-high',
    'alternative.probability-low',
  ])
})

test('a return below the minimum is never printed as the minimum', () => {
  const codes = new Set<string>()
  // Verdicts use hundredths of a percent: 1.995 % counts as 2.00 %.
  for (let i = 0; i < 1995; i++) {
    const annualizedReturn = i / 100_000
    const candidate = { annualizedReturn, expiry: { days: 30 } } as Candidate
    const message = flawReason(candidate, 'return')
    codes.add(message.code)
    const [, returnText] = renderEnglish(message).split(';')
    expect(Number(/([\d.]+)%/.exec(returnText!)![1]), `${annualizedReturn}`).toBeLessThan(2)
  }
  expect(codes.size).toBe(2)
})
