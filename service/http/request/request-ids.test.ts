import { expect, test } from 'vitest'
import { createRequestIds } from './request-ids.ts'

test('each request gets a UUID of version 8, unique across processes', () => {
  const [firstProcess, secondProcess] = [createRequestIds(), createRequestIds()]
  const ids = Array.from({ length: 1000 }, () => [firstProcess(), secondProcess()]).flat()
  expect(new Set(ids).size).toBe(2000)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
