import { expect, test } from 'vitest'
import { createRequestIds } from './request-ids.ts'

test('each request gets a UUID of version 8, unique across processes', () => {
  const [firstProcess, secondProcess] = [createRequestIds(), createRequestIds()]
  const ids = Array.from({ length: 1000 }, () => [firstProcess(), secondProcess()]).flat()
  expect(new Set(ids).size).toBe(2000)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('two ids do not tell how many requests there were between them', () => {
  const nextId = createRequestIds()
  // More than one block of random bits.
  const numbers = Array.from({ length: 3000 }, () => Number.parseInt(nextId().slice(-12), 16))
  const rises = numbers.filter((value, index) => index > 0 && value > numbers[index - 1]!).length
  // Of independent numbers half rise: 1500 with a standard deviation of 16.
  expect(Math.abs(rises - 1500)).toBeLessThan(160)
  const steps = numbers.map((value, index) => value - (numbers[index - 1] ?? 0))
  expect(new Set(steps).size).toBe(3000)
})
