import { expect, test } from 'vitest'
import { addressAllowed, isRange } from './address.ts'

test('IP ranges: v4, v6, mapped, and nothing that cannot be read', () => {
  expect(addressAllowed('10.1.2.3', ['10.0.0.0/8'])).toBe(true)
  expect(addressAllowed('::ffff:10.1.2.3', ['10.0.0.0/8'])).toBe(true)
  expect(addressAllowed('11.0.0.1', ['10.0.0.0/8', '11.0.0.2'])).toBe(false)
  expect(addressAllowed('2001:db8::1', ['2001:0db8:0:0::/64'])).toBe(true)
  expect(addressAllowed('2001:db8:0:1::1', ['2001:db8::/64'])).toBe(false)
  expect(addressAllowed('::1', ['::1'])).toBe(true)
  expect(addressAllowed('1.2.3.4', ['0.0.0.0/0'])).toBe(true)
  expect(addressAllowed(undefined, ['0.0.0.0/0'])).toBe(false)
  for (const bad of [
    '',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    ':::',
    '1::2::3',
    '12345::',
    'localhost',
    '::/129',
    // Forms that other readers of addresses take.
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    'fe80::1%eth0',
    '::1.2.3.4',
    '10.0.0.0/0x8/',
  ]) {
    expect(isRange(bad), bad).toBe(false)
  }
})

test('IP addresses are read as they are written: decimal with leading zeros, IPv6 in any case and shortening', () => {
  expect(addressAllowed('10.0.0.8', ['010.000.000.008'])).toBe(true)
  expect(addressAllowed('8.0.0.8', ['010.0.0.8']), 'not octal').toBe(false)
  expect(addressAllowed('2001:DB8:0:0:0:0:0:1', ['2001:db8::1'])).toBe(true)
  expect(addressAllowed('10.1.2.3', ['::ffff:10.0.0.0/8']), 'a mapped range is one of IPv4').toBe(true)
  expect(addressAllowed('::ffff:a01:203', ['10.0.0.0/8']), 'only what a socket writes is mapped').toBe(false)
  expect(addressAllowed('10.1.2.3', ['::/0']), 'IPv4 lies in no range of IPv6').toBe(false)
  expect(addressAllowed('nonsense', ['0.0.0.0/0', '::/0'])).toBe(false)
})
