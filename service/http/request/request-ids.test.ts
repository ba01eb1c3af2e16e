import { expect, test } from 'vitest'
import { createRequestIds } from './request-ids.ts'

test('each request gets a UUID of version 8, unique across processes', () => {
  const [here, there] = [createRequestIds(), createRequestIds()]
  const names = Array.from({ length: 1000 }, () => [here(), there()]).flat()
  expect(new Set(names).size).toBe(2000)
  for (const name of names)
    expect(name).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
