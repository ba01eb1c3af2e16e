import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { mergeWithCachedJson, jsonOf, cacheJson, splitJson } from './json-fragments.ts'

const fixed = cacheJson({ symbol: 'AAPL', words: 'It says "no".', strike: -0, unknown: undefined })
const points = [
  cacheJson({ name: 'Score', severity: null }),
  cacheJson({ name: 'Dividend', severity: 'Good' }),
]
const trade = (cost: number) =>
  mergeWithCachedJson(fixed, {
    cost,
    checklist: [{ cost }, ...points],
    parts: mergeWithCachedJson(cacheJson({ gain: 1 }), { cost }),
  })

test('a merged object behaves and serialises like a plain object', () => {
  const whole = mergeWithCachedJson(trade(1), { reason: 'near', nothing: undefined })
  expect(whole).toEqual({
    ...fixed,
    cost: 1,
    checklist: [{ cost: 1 }, ...points],
    parts: { gain: 1, cost: 1 },
    reason: 'near',
  })
  expect(jsonOf(whole)).toBe(JSON.stringify(whole))
  expect(jsonOf([trade(1), trade(2)])).toBe(JSON.stringify([trade(1), trade(2)]))
  const kept = cacheJson(trade(3))
  expect([jsonOf(kept), jsonOf(mergeWithCachedJson(kept, { more: 1 }))]).toEqual([
    JSON.stringify(kept),
    JSON.stringify({ ...kept, more: 1 }),
  ])
  expect(jsonOf(mergeWithCachedJson(cacheJson({}), {}))).toBe('{}')
  expect(jsonOf(mergeWithCachedJson(cacheJson({}), { a: 1 }))).toBe('{"a":1}')
  expect(jsonOf(mergeWithCachedJson(cacheJson({ a: 1 }), {}))).toBe('{"a":1}')
})

test('an immutable part is serialised once for all responses', () => {
  const toJSON = vi.fn(() => 'a day')
  const part = cacheJson({ day: { toJSON } })
  const of = (cost: number) => jsonOf(mergeWithCachedJson(part, { cost }))
  expect([of(1), of(2)]).toEqual(['{"day":"a day","cost":1}', '{"day":"a day","cost":2}'])
  expect(toJSON).toHaveBeenCalledOnce()
})

test('a serialised immutable head is available separately', () => {
  const part = cacheJson({ a: 1 })
  const of = (own: object) => splitJson(mergeWithCachedJson(part, own))
  expect(of({ b: 2 })).toBeUndefined()
  jsonOf(part)
  expect(of({ b: 2 })).toEqual({ of: part, head: '{"a":1', rest: ',"b":2}' })
  expect([
    of({}),
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
    fc.property(fields, fields, field, (one, two, three) => {
      const own = Object.fromEntries(Object.entries(two).map(([name, value]) => [`own ${name}`, value]))
      const whole = mergeWithCachedJson(cacheJson(one), {
        ...own,
        list: [three, trade(3)],
        trade: trade(4),
      } as object)
      expect(jsonOf(whole)).toBe(JSON.stringify(whole))
    }),
    { numRuns: 30 },
  )
})
