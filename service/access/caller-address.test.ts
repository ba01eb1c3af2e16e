import ipaddr from 'ipaddr.js'
import { expect, test, vi } from 'vitest'
import { callerAddress } from './caller-address.ts'

const proxies = ['10.0.0.0/8', '::1']
const byList = (socket: string | undefined, xForwardedFor: string | null, trusted = proxies) =>
  callerAddress(socket, { xForwardedFor, forwarded: null }, trusted)
const byForwarded = (forwarded: string) => callerAddress('::1', { xForwardedFor: null, forwarded }, proxies)

test('returns the last hop that is not a trusted proxy', () => {
  expect(byList('203.0.113.9', '198.51.100.1'), 'not a trusted proxy').toBe('203.0.113.9')
  expect(byList('::ffff:10.1.2.3', '198.51.100.1')).toBe('198.51.100.1')
  expect(byList('::1', '1.1.1.1, 198.51.100.1, 10.9.9.9'), 'two proxies').toBe('198.51.100.1')
  expect(byList('::1', null), 'a request of the proxy itself').toBe('::1')
  expect(byList('::1', '10.1.1.1, 10.9.9.9'), 'all hops are proxies: the first one').toBe('10.1.1.1')
  expect(byList(undefined, '198.51.100.1')).toBeUndefined()
  expect(byList('::1', '198.51.100.1', []), 'no proxy is trusted by default').toBe('::1')
})

test('reads hops from the end only as far as necessary', () => {
  const isValid = vi.spyOn(ipaddr.IPv4, 'isValid')
  const invented = Array(2000).fill('1.2.3.4')
  expect(byList('::1', [...invented, '198.51.100.1', '10.9.9.9'].join(', '))).toBe('198.51.100.1')
  expect(byForwarded([...invented, '198.51.100.1', '10.9.9.9'].map((hop) => `for=${hop}`).join(', '))).toBe(
    '198.51.100.1',
  )
  // Two hops and the two trusted ranges, each read a few times.
  expect(isValid.mock.calls.length).toBeLessThan(50)
  isValid.mockRestore()
})

test('returns no address if more than fifty hops are trusted proxies', () => {
  const hops = (count: number) => Array(count).fill('10.9.9.9').join(', ')
  expect(byList('::1', hops(50))).toBe('10.9.9.9')
  expect(byList('::1', hops(51))).toBeUndefined()
  expect(byList('::1', `198.51.100.1, ${hops(50)}`)).toBeUndefined()
})

test('accepts hops with port and brackets', () => {
  expect(byList('::1', '1.1.1.1, 198.51.100.1:4711')).toBe('198.51.100.1')
  expect(byList('::1', '[2001:db8::1]:4711')).toBe('2001:db8::1')
  expect(byList('::1', '[2001:db8::1]')).toBe('2001:db8::1')
  expect(byList('::1', '2001:db8::1')).toBe('2001:db8::1')
  expect(byList('::1', '1.1.1.1, 198.51.100.1:4711, 10.9.9.9:80')).toBe('198.51.100.1')
})

test('returns no address if a hop is malformed, so that a caller cannot choose its address', () => {
  for (const hop of [
    '',
    ' ',
    'unknown',
    'nonsense',
    '198.51.100.1:',
    '[198.51.100.1',
    '[]:80',
    '1.2.3.4/8',
    'a.b:1',
  ])
    for (const list of [hop, `203.0.113.5, ${hop}`, `203.0.113.5,${hop},10.9.9.9`])
      expect(byList('::1', list), list).toBeUndefined()
})

test('reads `Forwarded` like `X-Forwarded-For`', () => {
  expect(byForwarded('for=192.0.2.60;proto=http;by=203.0.113.43')).toBe('192.0.2.60')
  expect(byForwarded('For="[2001:db8:cafe::17]:4711"')).toBe('2001:db8:cafe::17')
  expect(byForwarded('for=1.1.1.1, for="198.51.100.1:80";host="a,b;c", for=10.9.9.9')).toBe('198.51.100.1')
  expect(byForwarded('for="198.51.100\\.1"'), 'an escaped character').toBe('198.51.100.1')
  for (const header of [
    '',
    'for=unknown',
    'for=_hidden',
    'proto=https',
    'for=1.1.1.1, proto=https',
    'for=1.1.1.1;for=2.2.2.2',
    'for="1.1.1.1',
    'for=1.1.1.1;;',
  ])
    expect(byForwarded(header), header).toBeUndefined()
})

test('returns no address if the headers name different callers', () => {
  const both = (xForwardedFor: string, forwarded: string) =>
    callerAddress('::1', { xForwardedFor, forwarded }, proxies)
  expect(both('198.51.100.1', 'for=198.51.100.1')).toBe('198.51.100.1')
  expect(both('198.51.100.1', 'for=203.0.113.5')).toBeUndefined()
  expect(both('198.51.100.1', '')).toBeUndefined()
  expect(both('2001:DB8:0::17', 'for="[2001:db8::17]"'), 'written differently').toBe('2001:db8::17')
  expect(both('::ffff:c633:6401', 'for=198.51.100.1'), 'a mapped IPv4 address').toBe('198.51.100.1')
})
