import { expect, test } from 'vitest'
import { explainState, sealState, unsealState } from './state-text.ts'

test('a sealed body is returned as it was, also an empty one', () => {
  for (const body of ['', 'AAPL', 'AAPL__rest_', '_']) expect(unsealState(sealState(body))).toBe(body)
})

test('the checksum is CRC-32, as other programs compute it', () => {
  // python3 -c "import zlib; print(zlib.crc32(b'1_AAPL'))"
  expect(sealState('AAPL')).toBe(`1_AAPL_${(1_401_333_233).toString(36).padStart(7, '0')}`)
})

test('the explanation tells a damaged text from one of another version', () => {
  expect(explainState('1_AAPL_0000000')).toContain('this one is cut off or changed')
  expect(explainState('12_AAPL_0000000')).toContain('has the version 12, this widget reads version 1')
  expect(explainState({})).toBe('must be a text that getState() or STATE_CHANGED of this widget has returned')
})
