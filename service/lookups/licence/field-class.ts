/** Kinds of response fields with regard to the licence of market data. */
import type * as v from 'valibot'
import type { Capability } from '#service/markets/capabilities.ts'

/** Capabilities whose values are prices, which exchanges license by class. */
export type PriceCapability = Extract<Capability, 'quotes' | 'chains' | 'bars'>

/** A price, or a figure from which a price can be computed exactly. Null, or an empty list, unless shown. */
export type PriceField = { readonly kind: 'price'; readonly of: readonly PriceCapability[] }
/**
 * A text or message, which is null if the template of the message named by `message` has a price. A message without a
 * price keeps the values of its template only.
 */
export type TextField = {
  readonly kind: 'text'
  /** Name of the field, in the same object, with the language-free message. */
  readonly message: string
  readonly of: readonly PriceCapability[]
}
/** A message whose templates have no price. It keeps the values of its template only, and is never null. */
export type LabelField = { readonly kind: 'label'; readonly of: readonly PriceCapability[] }
/** Why a sibling of the field is empty: `not-licensed` if the prices are not shown. */
export type ReasonField = { readonly kind: 'reason'; readonly of: readonly PriceCapability[] }
/** An object, or the objects of a list, with a class for each field. */
export type FieldTable = {
  readonly kind: 'fields'
  readonly schema: ObjectSchema
  readonly fields: Readonly<Record<string, FieldClass>>
}

/**
 * - `reference`: names, dates, strikes, values of the query. Never restricted.
 * - `derived`: figures from which no price can be computed, such as probabilities, volatilities and ranks
 * - `unknown`: the list of reasons of the object, which names its restricted fields
 * - `data-class`: the highest class of prices that is shown
 */
export type FieldClass =
  | 'reference'
  | 'derived'
  | 'unknown'
  | 'data-class'
  | PriceField
  | TextField
  | LabelField
  | ReasonField
  | FieldTable

export type ObjectSchema = v.GenericSchema & { readonly entries: v.ObjectEntries }

/**
 * A price of these capabilities. With several, the source of the value depends on the data, and every one of
 * them must be shown.
 */
export const price = (...of: readonly PriceCapability[]): PriceField => ({ kind: 'price', of })

/** A text with its message, both of the same class. */
export const text = (message: string, ...of: readonly PriceCapability[]): TextField => ({
  kind: 'text',
  message,
  of,
})

export const label = (...of: readonly PriceCapability[]): LabelField => ({ kind: 'label', of })

export const reason = (...of: readonly PriceCapability[]): ReasonField => ({ kind: 'reason', of })

/** The classes of all fields of a schema. A field without a class is a compile error. */
export const fieldsOf = <Schema extends ObjectSchema>(
  schema: Schema,
  fields: { readonly [Name in keyof Schema['entries']]: FieldClass },
): FieldTable & { readonly fields: typeof fields } => ({ kind: 'fields', schema, fields })
