import { expect, test } from 'vitest'
import { isAddressAllowed, addressBlock, outerBlock, addressNetwork, isRange } from './address.ts'

test('parses IPv4, IPv6 and mapped ranges, and refuses malformed ones', () => {
  expect(isAddressAllowed('10.1.2.3', ['10.0.0.0/8'])).toBe(true)
  expect(isAddressAllowed('::ffff:10.1.2.3', ['10.0.0.0/8'])).toBe(true)
  expect(isAddressAllowed('11.0.0.1', ['10.0.0.0/8', '11.0.0.2'])).toBe(false)
  expect(isAddressAllowed('2001:db8::1', ['2001:0db8:0:0::/64'])).toBe(true)
  expect(isAddressAllowed('2001:db8:0:1::1', ['2001:db8::/64'])).toBe(false)
  expect(isAddressAllowed('::1', ['::1'])).toBe(true)
  expect(isAddressAllowed('1.2.3.4', ['0.0.0.0/0'])).toBe(true)
  expect(isAddressAllowed(undefined, ['0.0.0.0/0'])).toBe(false)
  for (const text of [
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
    // Forms that other address parsers accept.
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    'fe80::1%eth0',
    '::1.2.3.4',
    '10.0.0.0/0x8/',
  ]) {
    expect(isRange(text), text).toBe(false)
  }
})

test('parses decimal IPv4 addresses, leading zeros included, and IPv6 in any case and abbreviation', () => {
  expect(isAddressAllowed('10.0.0.8', ['010.000.000.008'])).toBe(true)
  expect(isAddressAllowed('8.0.0.8', ['010.0.0.8']), 'not octal').toBe(false)
  expect(isAddressAllowed('2001:DB8:0:0:0:0:0:1', ['2001:db8::1'])).toBe(true)
  expect(isAddressAllowed('10.1.2.3', ['::ffff:10.0.0.0/8']), 'a mapped range is an IPv4 range').toBe(true)
  expect(isAddressAllowed('10.1.2.3', ['::/0']), 'no IPv6 range contains an IPv4 address').toBe(false)
  expect(isAddressAllowed('nonsense', ['0.0.0.0/0', '::/0'])).toBe(false)
})

test('treats a mapped address as an IPv4 address in every notation', () => {
  for (const mapped of [
    '::ffff:203.0.113.9',
    '::ffff:cb00:7109',
    '::FFFF:CB00:7109',
    '0:0:0:0:0:ffff:cb00:7109',
  ]) {
    expect(isAddressAllowed(mapped, ['203.0.113.0/24']), mapped).toBe(true)
    expect(isAddressAllowed(mapped, ['203.0.114.0/24', '::/0']), mapped).toBe(false)
    expect(isAddressAllowed('203.0.113.9', [mapped]), mapped).toBe(true)
    expect(addressBlock(mapped)).toBe('203.0.113.9')
    expect(addressNetwork(mapped)).toBe('203.0.113.0/24')
  }
  expect(isAddressAllowed('203.0.113.9', ['::ffff:cb00:7100/120'])).toBe(true)
  expect(isAddressAllowed('203.0.114.9', ['::ffff:cb00:7100/120'])).toBe(false)
  expect(isAddressAllowed('203.0.113.9', ['::ffff:0:0/95']), 'an IPv6 range').toBe(false)
  expect(isRange('::ffff:cb00:7100/129')).toBe(false)
  expect(isRange('::ffff:203.0.113.0/33')).toBe(false)
})

test('uses the embedded IPv4 address behind a translator for limits, and the received one for allowlists', () => {
  expect(addressBlock('64:ff9b::cb00:7109')).toBe('203.0.113.9')
  expect(addressBlock('64:ff9b::cb00:710a')).toBe('203.0.113.10')
  expect(addressNetwork('64:ff9b::cb00:7109')).toBe('203.0.113.0/24')
  expect(isAddressAllowed('64:ff9b::cb00:7109', ['203.0.113.9'])).toBe(false)
  expect(isAddressAllowed('64:ff9b::cb00:7109', ['64:ff9b::cb00:7100/120'])).toBe(true)
  expect(addressBlock('64:ff9b:1::cb00:7109'), 'another network').toBe('64:ff9b:1:0::/64')
  expect(addressBlock('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
})

test('counts the /48 network of an IPv6 address only', () => {
  expect(outerBlock('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(outerBlock('2001:DB8:1:ffff::')).toBe('2001:db8:1::/48')
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '64:ff9b::cb00:7109', 'nonsense:', undefined])
    expect(outerBlock(address), address).toBeUndefined()
})
