import { expect, test } from 'vitest'
import { stableVersion } from './release-channels.ts'
import type { ReleaseState } from './release-channels.ts'

const available = { built: '1.5.0', keptApps: new Set(['1.3.0', '1.4.0']) }
const state = (version: string, promotedAt: number | null, isWithdrawn = false): ReleaseState => ({
  version,
  promotedAt,
  withdrawal: isWithdrawn ? { at: 9, reason: 'CVE-2027-1', includesLoader: false } : null,
})

test.each<[string, readonly ReleaseState[], string | null]>([
  ['nothing is promoted: the build', [], '1.5.0'],
  [
    'the release that was promoted last, even if it is older',
    [state('1.4.0', 1), state('1.3.0', 2)],
    '1.3.0',
  ],
  ['a withdrawn release: the one promoted before it', [state('1.4.0', 1), state('1.3.0', 2, true)], '1.4.0'],
  ['all promoted releases are withdrawn: the build', [state('1.4.0', 1, true)], '1.5.0'],
  ['the build is withdrawn as well', [state('1.4.0', 1, true), state('1.5.0', null, true)], null],
  ['a promoted release that this node does not have: the build', [state('1.6.0', 3)], '1.5.0'],
])('stable is right if: %s', (_, states, version) => {
  expect(stableVersion(states, available)).toBe(version)
})
