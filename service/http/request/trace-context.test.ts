import { expect, test } from 'vitest'
import { parseTraceParent, traceIdOf } from './trace-context.ts'

const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

test.each([`00-${trace}-${parent}-01`, `00-${trace}-${parent}-00`, `cc-${trace}-${parent}-01-future-field`])(
  'reads the trace id of %s',
  (traceparent) => {
    expect(traceIdOf(traceparent)).toBe(trace)
  },
)

test.each([
  null,
  '',
  `ff-${trace}-${parent}-01`,
  `00-${trace}-${parent}-01-more`,
  `00-${trace}-${parent}-1`,
  `00-${trace.toUpperCase()}-${parent}-01`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace}-${parent}-01, 00-${trace}-${parent}-01`,
  `00-${trace}-${parent}-01\n`,
  `cc-${trace}-${parent}-01-${'x'.repeat(600)}`,
])('finds no trace id in %j', (traceparent) => {
  expect(traceIdOf(traceparent)).toBeNull()
})

test.each([
  ['00', false],
  ['01', true],
  ['02', false],
  ['ff', true],
])('reads the span and the sampled flag of %s', (flags, isSampled) => {
  const expected = { traceId: trace, spanId: parent, isSampled }
  expect(parseTraceParent(`00-${trace}-${parent}-${flags}`)).toEqual(expected)
})
