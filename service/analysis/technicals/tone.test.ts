import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ToneSchema } from '#contract/responses/resources.ts'
import { dataStatus, validatedBarsOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { analyseTone } from './tone.ts'

const closes = Array.from({ length: 260 }, (_, i) => 60 + i * 0.15 + Math.sin(i))

test('the market tone has the trend of the benchmark', () => {
  const tone = analyseTone({ symbol: 'SPY', bars: validatedBarsOf(closes), dataStatus })
  v.parse(ToneSchema, tone)
  expect(tone.sixMonthTrend?.sentimentInterpretation).toBe('Bullish')
})
