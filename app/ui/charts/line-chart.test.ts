import { expect, test } from 'vitest'
import { ticksOf } from './line-chart.tsx'

test.each([
  [[0.29, 0.52], [0.2, 0.3, 0.4, 0.5, 0.6], 0],
  [[0.405, 0.428], [0.4, 0.41, 0.42, 0.43], 0],
  [[0.412, 0.418], [0.41, 0.415, 0.42], 1],
  [[0.3, null, 0.3], [0.3, 0.305], 1],
])('%j has the ticks %j', (values, ticks, decimals) => {
  expect(ticksOf(values)).toEqual({ ticks, decimals })
})
