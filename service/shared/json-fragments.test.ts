import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { mergeWithCachedJson, jsonOf, cacheJson, splitJson } from './json-fragments.ts'

const cachedPart = cacheJson({ symbol: 'AAPL', text: 'It says "no".', strike: -0, unknown: undefined })
const checklistItems = [
  cacheJson({ name: 'Score', severity: null }),
  cacheJson({ name: 'Dividend', severity: 'Good' }),
]
const trade = (cost: number) =>
  mergeWithCachedJson(cachedPart, {
    cost,
    checklist: [{ cost }, ...checklistItems],
    parts: mergeWithCachedJson(cacheJson({ gain: 1 }), { cost }),
  })

test('a merged object behaves and serialises like a plain object', () => {
  const merged = mergeWithCachedJson(trade(1), { reason: 'near', absent: undefined })
  expect(merged).toEqual({
    ...cachedPart,
    cost: 1,
    checklist: [{ cost: 1 }, ...checklistItems],
    parts: { gain: 1, cost: 1 },
    reason: 'near',
  })
  expect(jsonOf(merged)).toBe(JSON.stringify(merged))
  expect(jsonOf([trade(1), trade(2)])).toBe(JSON.stringify([trade(1), trade(2)]))
  const cached = cacheJson(trade(3))
  expect([jsonOf(cached), jsonOf(mergeWithCachedJson(cached, { more: 1 }))]).toEqual([
    JSON.stringify(cached),
    JSON.stringify({ ...cached, more: 1 }),
  ])
  expect(jsonOf(mergeWithCachedJson(cacheJson({}), {}))).toBe('{}')
  expect(jsonOf(mergeWithCachedJson(cacheJson({}), { a: 1 }))).toBe('{"a":1}')
  expect(jsonOf(mergeWithCachedJson(cacheJson({ a: 1 }), {}))).toBe('{"a":1}')
})

test('an immutable part is serialised once for all responses', () => {
  const toJSON = vi.fn(() => 'a day')
  const part = cacheJson({ day: { toJSON } })
  const jsonFor = (cost: number) => jsonOf(mergeWithCachedJson(part, { cost }))
  expect([jsonFor(1), jsonFor(2)]).toEqual(['{"day":"a day","cost":1}', '{"day":"a day","cost":2}'])
  expect(toJSON).toHaveBeenCalledOnce()
})

test('`splitJson` returns the JSON of the cached first part and the rest separately', () => {
  const part = cacheJson({ a: 1 })
  const splitWith = (fields: object) => splitJson(mergeWithCachedJson(part, fields))
  expect(splitWith({ b: 2 })).toBeUndefined()
  jsonOf(part)
  expect(splitWith({ b: 2 })).toEqual({ owner: part, head: '{"a":1', tail: ',"b":2}' })
  expect([
    splitWith({}),
    splitJson(part),
    splitJson({ a: 1 }),
    splitJson(mergeWithCachedJson({ a: 1 }, { b: 2 })),
  ]).toEqual(Array(4).fill(undefined))
})

test('serialises every value like JSON.stringify', () => {
  const field = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.double(),
    fc.constant(undefined),
    fc.date({ noInvalidDate: true }),
    fc.array(fc.oneof(fc.constant(undefined), fc.string({ unit: 'binary' })), { maxLength: 3 }),
  )
  const names = fc.string().map((name) => `a${name}`)
  const fields = fc.dictionary(names, field, { maxKeys: 4 })
  fc.assert(
    fc.property(fields, fields, field, (first, second, item) => {
      const renamed = Object.fromEntries(
        Object.entries(second).map(([name, value]) => [`own ${name}`, value]),
      )
      const merged = mergeWithCachedJson(cacheJson(first), {
        ...renamed,
        list: [item, trade(3)],
        trade: trade(4),
      } as object)
      expect(jsonOf(merged)).toBe(JSON.stringify(merged))
    }),
    { numRuns: 30 },
  )
})
