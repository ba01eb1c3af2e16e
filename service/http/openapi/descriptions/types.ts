/**
 * Types of the description tables: a text for each schema and property, and a unit for each number.
 */
import type * as v from 'valibot'
import type { NamedSchemas, SchemaName } from '#service/http/openapi/named-schemas.ts'

/** All units, as printed after a property's description. The key is the value of `x-unit`. */
export const units = {
  usd: 'US dollars',
  'usd-per-share': 'US dollars per share',
  fraction: 'decimal fraction (0.032 is 3.2 %)',
  'fraction-per-year': 'decimal fraction per year (0.12 is 12 % a year)',
  percent: 'percent (1.25 is 1.25 %)',
  shares: 'shares',
  contracts: 'contracts of 100 shares',
  'calendar-days': 'calendar days',
  'trading-days': 'trading days of the exchange',
  seconds: 'seconds',
  symbols: 'symbols',
  times: 'times',
  rank: 'none (a rank)',
  score: 'none (points)',
  'http-status': 'HTTP status code',
  'shares-for-one': 'new shares per old share',
  'usd-per-usd': 'US dollars per share, per dollar of the underlying',
  'delta-per-usd': 'change of delta per dollar of the underlying',
  'usd-per-calendar-day': 'US dollars per share, per calendar day',
  'usd-per-percentage-point': 'US dollars per share, per percentage point',
  'usd-of-position-per-usd': 'US dollars per dollar of the underlying, for one contract',
  'usd-of-position-per-usd-squared': 'change of delta per dollar of the underlying, for one contract',
  'usd-of-position-per-calendar-day': 'US dollars per calendar day, for one contract',
  'usd-of-position-per-percentage-point': 'US dollars per percentage point, for one contract',
  'percentage-points': 'percentage points of annual volatility',
  none: 'none',
} as const
export type Unit = keyof typeof units

type QuantityDescription = readonly [unit: Unit, description: string]

/** Description of a property. A number must have a unit. */
export type PropertyDescription<S extends v.GenericSchema> =
  Exclude<v.InferOutput<S>, null | undefined> extends number
    ? QuantityDescription
    : string | QuantityDescription

/** Description of a schema and of each of its properties. */
export type SchemaDescription<S> = { readonly description: string } & (S extends {
  readonly entries: infer E extends v.ObjectEntries
}
  ? { readonly properties: { readonly [K in keyof E]: PropertyDescription<Extract<E[K], v.GenericSchema>> } }
  : unknown)

/** Descriptions of some of the named schemas. A property without a description does not compile. */
export type DescriptionsOf<N extends SchemaName> = { readonly [K in N]: SchemaDescription<NamedSchemas[K]> }
