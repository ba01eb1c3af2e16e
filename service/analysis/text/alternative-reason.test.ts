import { expect, test } from 'vitest'
import { renderEnglish } from '#contract/text/messages.ts'
import { config } from '../config.ts'
import type { Candidate } from '../income/candidate.ts'
import { flawReason, offBandReason } from './alternative-reason.ts'

test('no figure outside its band reads as one of the band’s ends, however near it is', () => {
  const codes = new Set<string>()
  for (const { low, high } of Object.values(config.income.profiles))
    for (let i = 0; i <= 10_000; i++) {
      const probability = i / 10_000
      if (probability >= low && probability < high) continue
      const message = offBandReason({ probability } as Candidate, { low, high })
      const [between, ...rest] = renderEnglish(message).split(';')
      codes.add(message.code)
      const ends = [...between!.matchAll(/(\d+)%/g)].map(([, digits]) => Number(digits))
      expect(ends).toEqual([Math.round(low * 100), Math.round(high * 100)])
      const told = /[<>]?(\d+)%/.exec(rest.join(';'))
      if (told) expect(Number(told[1]) < ends[0]! || Number(told[1]) > ends[1]!, `${probability}`).toBe(true)
      else expect(message.code).toMatch(/-(?:below|above)$/)
      // Lower is riskier, higher pays less.
      expect(rest.join(';').includes('higher risk')).toBe(probability < low)
    }
  expect([...codes].toSorted()).toEqual([
    'alternative.probability-above',
    'alternative.probability-below',
    'alternative.probability-high',
    'alternative.probability-low',
  ])
})

test('what pays less than the least is not told to pay the least', () => {
  const codes = new Set<string>()
  // Verdicts look at hundredths of a percent: 1.995 % is 2.00 %.
  for (let i = 0; i < 1995; i++) {
    const annualizedReturn = i / 100_000
    const candidate = { annualizedReturn, expiry: { days: 30 } } as Candidate
    const message = flawReason(candidate, 'return')
    codes.add(message.code)
    const [, next] = renderEnglish(message).split(';')
    expect(Number(/([\d.]+)%/.exec(next!)![1]), `${annualizedReturn}`).toBeLessThan(2)
  }
  expect(codes.size).toBe(2)
})
