import { expect, test } from 'vitest'
import { renderEnglish } from '#contract/messages.ts'
import { config } from '../config.ts'
import type { Candidate } from '../income/candidate.ts'
import { offBandReason } from './alternative-reason.ts'

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
