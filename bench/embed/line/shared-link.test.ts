import { describe, expect, test } from 'vitest'
import { packetBytes, SharedLink } from './shared-link.ts'

/** 8 Mbit/s are 1,000 bytes a millisecond. */
const makeLink = (oneWayMs = 0) => new SharedLink<string>({ megabits: 8, oneWayMs })

describe('one connection', () => {
  test('a packet is delayed by bandwidth and latency', () => {
    const line = makeLink(30)
    line.send('a', 2000, 'first', 100)
    expect(line.nextDepartureMs).toBe(102)
    expect(line.advance(101)).toEqual([])
    expect(line.advance(102)).toEqual([{ arrivesAt: 132, packet: 'first' }])
    expect(line.nextDepartureMs).toBeUndefined()
  })

  test('packets keep their order: each waits for the previous one', () => {
    const line = makeLink()
    for (const packet of ['1', '2', '3']) line.send('a', 1000, packet, 0)
    expect(line.advance(10)).toEqual([
      { arrivesAt: 1, packet: '1' },
      { arrivesAt: 2, packet: '2' },
      { arrivesAt: 3, packet: '3' },
    ])
  })

  test('a late advance() reports the true times, and an idle line starts immediately', () => {
    const line = makeLink()
    line.send('a', 1000, 'early', 0)
    expect(line.advance(50)).toEqual([{ arrivesAt: 1, packet: 'early' }])
    line.send('a', 1000, 'late', 50)
    expect(line.advance(60)).toEqual([{ arrivesAt: 51, packet: 'late' }])
  })

  test('the end of a connection takes no bandwidth and arrives last', () => {
    const line = makeLink(5)
    line.send('a', 3000, 'data', 0)
    line.send('a', 0, 'end', 0)
    expect(line.advance(3)).toEqual([
      { arrivesAt: 8, packet: 'data' },
      { arrivesAt: 8, packet: 'end' },
    ])
  })
})

describe('several connections', () => {
  test('share the line round-robin: a small response does not wait for a large one', () => {
    const line = makeLink()
    for (let index = 0; index < 10; index += 1) line.send('large', 1000, `large ${index}`, 0)
    line.send('small', 1000, 'small', 0)
    const order = line.advance(11).map(({ packet }) => packet)
    expect(order.indexOf('small')).toBe(1)
    expect(order.filter((packet) => packet !== 'small')).toEqual(
      Array.from({ length: 10 }, (_, index) => `large ${index}`),
    )
  })

  test('together carry as many bytes per second as a single one', () => {
    const bytesOf = (connections: number) => {
      const line = new SharedLink<number>({ megabits: 9, oneWayMs: 0 })
      for (let index = 0; index < 3000; index += 1)
        line.send(index % connections, packetBytes, packetBytes, 0)
      return line.advance(1000).reduce((sum, { packet }) => sum + packet, 0)
    }
    expect(bytesOf(1)).toBe(bytesOf(6))
    expect(bytesOf(6)).toBeLessThanOrEqual(9e6 / 8)
    expect(bytesOf(6)).toBeGreaterThan(9e6 / 8 - packetBytes)
  })
})

test('a line without a limit delays packets by its latency only', () => {
  const line = new SharedLink<string>({ megabits: Number.POSITIVE_INFINITY, oneWayMs: 10 })
  line.send('a', 1e9, 'much', 7)
  expect(line.advance(7)).toEqual([{ arrivesAt: 17, packet: 'much' }])
})
