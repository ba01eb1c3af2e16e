import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeFlashLimit, maxFlashMs } from './flash-limit.ts'

const rows = Array.from({ length: 6 }, (_, index) => ({ index }))

test('a row whose price changes all the time flashes once in two seconds', () => {
  const mayFlash = makeFlashLimit()
  const flashes: number[] = []
  for (let now = 0; now < 10_000; now += 100) if (mayFlash(rows[0]!, now)) flashes.push(now)
  expect(flashes).toEqual([0, 2000, 4000, 6000, 8000])
})

test('two rows flash at a time, and the next ones once these have faded', () => {
  const mayFlash = makeFlashLimit()
  expect(rows.map((row) => mayFlash(row, 0))).toEqual([true, true, false, false, false, false])
  expect(rows.map((row) => mayFlash(row, 999))).toEqual(rows.map(() => false))
  expect(rows.map((row) => mayFlash(row, 1000))).toEqual([false, false, true, true, false, false])
})

test('two apps on one page do not limit each other', () => {
  const [first, second] = [makeFlashLimit(), makeFlashLimit()]
  for (const row of rows) first(row, 0)
  expect(second(rows[0]!, 0)).toBe(true)
})

test('both limits hold for prices that change in any order', () => {
  const changes = fc.array(fc.tuple(fc.nat(rows.length - 1), fc.nat(400)), { maxLength: 200 })
  fc.assert(
    fc.property(changes, (list) => {
      const mayFlash = makeFlashLimit()
      const flashes: [row: number, time: number][] = []
      let now = 0
      for (const [row, delay] of list) {
        now += delay
        if (mayFlash(rows[row]!, now)) flashes.push([row, now])
      }
      for (const [row, time] of flashes) {
        const since = flashes.filter(([, other]) => other <= time)
        expect(since.filter(([other, at]) => other === row && time - at < 2000)).toHaveLength(1)
        expect(since.filter(([, at]) => time - at < maxFlashMs).length).toBeLessThanOrEqual(2)
      }
    }),
  )
})
