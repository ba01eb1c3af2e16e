import { describe, expect, test } from 'vitest'
import { packetBytes, SharedLink } from './shared-link.ts'

/** A link of 8 Mbit/s: 1,000 bytes per millisecond. */
const makeLink = (oneWayMs = 0) => new SharedLink<string>({ megabitsPerSecond: 8, oneWayMs })

describe('one connection', () => {
  test('a packet is delayed by bandwidth and latency', () => {
    const link = makeLink(30)
    link.send('a', 2000, 'first', 100)
    expect(link.nextDepartureMs).toBe(102)
    expect(link.advance(101)).toEqual([])
    expect(link.advance(102)).toEqual([{ arrivesAt: 132, packet: 'first' }])
    expect(link.nextDepartureMs).toBeUndefined()
  })

  test('packets keep their order: each waits for the previous one', () => {
    const link = makeLink()
    for (const packet of ['1', '2', '3']) link.send('a', 1000, packet, 0)
    expect(link.advance(10)).toEqual([
      { arrivesAt: 1, packet: '1' },
      { arrivesAt: 2, packet: '2' },
      { arrivesAt: 3, packet: '3' },
    ])
  })

  test('a late advance() returns the exact times of arrival, and an idle link sends immediately', () => {
    const link = makeLink()
    link.send('a', 1000, 'first', 0)
    expect(link.advance(50)).toEqual([{ arrivesAt: 1, packet: 'first' }])
    link.send('a', 1000, 'second', 50)
    expect(link.advance(60)).toEqual([{ arrivesAt: 51, packet: 'second' }])
  })

  test('the end of a connection takes no bandwidth and arrives last', () => {
    const link = makeLink(5)
    link.send('a', 3000, 'data', 0)
    link.send('a', 0, 'end', 0)
    expect(link.advance(3)).toEqual([
      { arrivesAt: 8, packet: 'data' },
      { arrivesAt: 8, packet: 'end' },
    ])
  })
})

describe('several connections', () => {
  test('share the link round-robin: a small response does not wait for a large one', () => {
    const link = makeLink()
    for (let index = 0; index < 10; index += 1) link.send('large', 1000, `large ${index}`, 0)
    link.send('small', 1000, 'small', 0)
    const order = link.advance(11).map(({ packet }) => packet)
    expect(order.indexOf('small')).toBe(1)
    expect(order.filter((packet) => packet !== 'small')).toEqual(
      Array.from({ length: 10 }, (_, index) => `large ${index}`),
    )
  })

  test('carry as many bytes per second in total as a single connection', () => {
    const bytesOf = (connections: number) => {
      const link = new SharedLink<number>({ megabitsPerSecond: 9, oneWayMs: 0 })
      for (let index = 0; index < 3000; index += 1)
        link.send(index % connections, packetBytes, packetBytes, 0)
      return link.advance(1000).reduce((sum, { packet }) => sum + packet, 0)
    }
    expect(bytesOf(1)).toBe(bytesOf(6))
    expect(bytesOf(6)).toBeLessThanOrEqual(9e6 / 8)
    expect(bytesOf(6)).toBeGreaterThan(9e6 / 8 - packetBytes)
  })
})

test('an unlimited link delays packets by its latency only', () => {
  const link = new SharedLink<string>({ megabitsPerSecond: Number.POSITIVE_INFINITY, oneWayMs: 10 })
  link.send('a', 1e9, 'large', 7)
  expect(link.advance(7)).toEqual([{ arrivesAt: 17, packet: 'large' }])
})
