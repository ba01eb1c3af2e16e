/** Redaction of responses: what a partner may not show is null, with the reason. */
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { fieldsOf, label, price, text } from './field-class.ts'
import type { PriceCapability } from './field-class.ts'
import { redact } from './redact.ts'
import { shownPrices } from './licence.ts'
import { provides } from '#service/markets/capabilities.ts'

const UnknownSchema = v.array(v.unknown())
const MessageSchema = v.object({ code: v.string(), params: v.unknown() })
const RowSchema = v.object({ strike: v.number(), bid: v.nullable(v.number()), delta: v.number() })
const Schema = v.object({
  last: v.nullable(v.number()),
  rows: v.array(RowSchema),
  sentence: v.string(),
  sentenceMessage: MessageSchema,
  label: v.optional(MessageSchema),
  values: v.array(v.number()),
  unknown: UnknownSchema,
})
const table = fieldsOf(Schema, {
  last: price('quotes', 'bars'),
  rows: fieldsOf(RowSchema, { strike: 'reference', bid: price('chains'), delta: 'derived' }),
  sentence: text('sentenceMessage', 'bars'),
  sentenceMessage: text('sentenceMessage', 'bars'),
  label: label('bars'),
  values: price('chains'),
  unknown: 'unknown',
})
const message = (code: string) => ({ code, params: {} })
const response = {
  last: 10,
  rows: [
    { strike: 9, bid: 1.2, delta: 0.6 },
    { strike: 10, bid: 0.6, delta: 0.5 },
  ],
  sentence: 'At $10',
  sentenceMessage: message('why.neutral.no-levels'),
  values: [1, 2],
  unknown: [{ field: 'eps', reason: 'not-given', asOf: null }],
}
const showing = (...shown: PriceCapability[]) => ({
  includes: (capability: PriceCapability) => shown.includes(capability),
  dataClass: 'derived' as const,
})
const notLicensed = (field: string) => ({ field, reason: 'not-licensed', asOf: null })

describe('a redacted response', () => {
  test('is the same object if everything is shown', () => {
    expect(redact(response, table, showing('quotes', 'chains', 'bars'))).toBe(response)
  })

  test('has null in place of prices, empty lists, one reason per field, and leaves the original unchanged', () => {
    const before = structuredClone(response)
    expect(redact(response, table, showing('quotes', 'bars'))).toEqual({
      ...response,
      rows: [
        { strike: 9, bid: null, delta: 0.6 },
        { strike: 10, bid: null, delta: 0.5 },
      ],
      values: [],
      unknown: [...response.unknown, notLicensed('rows.bid'), notLicensed('values')],
    })
    expect(response).toEqual(before)
  })

  test('shows a value of several possible sources only if each may be shown', () => {
    expect(redact(response, table, showing('quotes', 'chains')).last).toBeNull()
    expect(redact(response, table, showing('bars', 'chains')).last).toBeNull()
  })

  test('keeps sentences without prices, and removes those whose message is unknown', () => {
    const withCode = (code: string) => ({ ...response, sentenceMessage: message(code) })
    const kept = withCode('rule.macd-crosses-above.sentence')
    expect(redact(kept, table, showing('quotes', 'chains')).sentence).toBe('At $10')
    const removed = redact(withCode('of-a-later-version'), table, showing('quotes', 'chains'))
    expect([removed.sentence, removed.sentenceMessage]).toEqual([null, null])
  })

  test('has no values in a message that its text does not show', () => {
    const sentenceMessage = { code: 'rule.year-high.reason', params: { period: 252, price: 10, count: 1 } }
    const redacted = redact({ ...response, sentenceMessage }, table, showing('quotes', 'chains'))
    expect(redacted).toMatchObject({ sentence: 'At $10' })
    expect(redacted.sentenceMessage).toEqual({ code: 'rule.year-high.reason', params: { count: 1 } })
    const labelOfLaterVersion = { code: 'of-a-later-version', params: { price: 10 } }
    const withLabel = redact({ ...response, label: labelOfLaterVersion }, table, showing('quotes', 'chains'))
    expect(withLabel).toHaveProperty('label', { code: 'of-a-later-version', params: {} })
  })

  test('has no fields that the table does not have', () => {
    const stored = { ...response, price: 10, rows: [{ ...response.rows[0], price: 10 }] }
    const redacted = redact(stored, table, showing('quotes', 'chains', 'bars'))
    expect(redacted).toEqual({ ...response, rows: [response.rows[0]] })
  })

  test('gives no second reason for a value that was unknown anyway', () => {
    const unknown = [{ field: 'last', reason: 'no-price', asOf: null }]
    const withoutPrice = { ...response, last: null, unknown }
    expect(redact(withoutPrice, table, showing('chains', 'bars')).unknown).toEqual(unknown)
  })
})

describe('the class that a response shows', () => {
  const capabilities = {
    ...provides(['quotes', 'chains', 'bars'], provision('real-time')),
    chains: provision('delayed'),
    bars: provision('end-of-day'),
  }
  test.each([
    ['real-time', 'real-time'],
    ['delayed', 'delayed'],
    ['end-of-day', 'end-of-day'],
    ['derived', 'derived'],
    ['none', 'derived'],
  ] as const)('with the entitlement %s is %s', (entitlement, expected) => {
    expect(shownPrices(capabilities, entitlement).dataClass).toBe(expected)
  })
})

function provision(dataClass: 'real-time' | 'delayed' | 'end-of-day') {
  return { source: 'Vendor', dataClass, delayedSeconds: 0, isLicensed: true, state: 'working' } as const
}
