import { describe, expect, test } from 'vitest'
import { packetBytes, SharedLink } from './shared-link.ts'

/** 8 Mbit/s are 1,000 bytes a millisecond. */
const link = (oneWayMs = 0) => new SharedLink<string>({ megabits: 8, oneWayMs })

describe('one connection', () => {
  test('a packet leaves as slowly as the line is, and is under way as long', () => {
    const line = link(30)
    line.send('a', 2000, 'first', 100)
    expect(line.nextAt).toBe(102)
    expect(line.advance(101)).toEqual([])
    expect(line.advance(102)).toEqual([{ at: 132, packet: 'first' }])
    expect(line.nextAt).toBeUndefined()
  })

  test('packets keep their order, each waits for the one before it', () => {
    const line = link()
    for (const packet of ['1', '2', '3']) line.send('a', 1000, packet, 0)
    expect(line.advance(10)).toEqual([
      { at: 1, packet: '1' },
      { at: 2, packet: '2' },
      { at: 3, packet: '3' },
    ])
  })

  test('who looks late finds what has left when it did, and a line that was idle begins anew', () => {
    const line = link()
    line.send('a', 1000, 'early', 0)
    expect(line.advance(50)).toEqual([{ at: 1, packet: 'early' }])
    line.send('a', 1000, 'late', 50)
    expect(line.advance(60)).toEqual([{ at: 51, packet: 'late' }])
  })

  test('the end of a connection weighs nothing and comes last', () => {
    const line = link(5)
    line.send('a', 3000, 'data', 0)
    line.send('a', 0, 'end', 0)
    expect(line.advance(3)).toEqual([
      { at: 8, packet: 'data' },
      { at: 8, packet: 'end' },
    ])
  })
})

describe('several connections', () => {
  test('share the line in turn: a small answer does not wait for a large one', () => {
    const line = link()
    for (let at = 0; at < 10; at += 1) line.send('large', 1000, `large ${at}`, 0)
    line.send('small', 1000, 'small', 0)
    const order = line.advance(11).map(({ packet }) => packet)
    expect(order.indexOf('small')).toBe(1)
    expect(order.filter((packet) => packet !== 'small')).toEqual(
      Array.from({ length: 10 }, (_, at) => `large ${at}`),
    )
  })

  test('together carry as many bytes a second as one alone', () => {
    const bytesOf = (connections: number) => {
      const line = new SharedLink<number>({ megabits: 9, oneWayMs: 0 })
      for (let at = 0; at < 3000; at += 1) line.send(at % connections, packetBytes, packetBytes, 0)
      return line.advance(1000).reduce((sum, { packet }) => sum + packet, 0)
    }
    expect(bytesOf(1)).toBe(bytesOf(6))
    expect(bytesOf(6)).toBeLessThanOrEqual(9e6 / 8)
    expect(bytesOf(6)).toBeGreaterThan(9e6 / 8 - packetBytes)
  })
})

test('a line without a limit holds nothing back', () => {
  const line = new SharedLink<string>({ megabits: Number.POSITIVE_INFINITY, oneWayMs: 10 })
  line.send('a', 1e9, 'much', 7)
  expect(line.advance(7)).toEqual([{ at: 17, packet: 'much' }])
})
