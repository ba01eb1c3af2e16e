/** Prices in messages of contract/text/messages.ts. */
import type { Message } from '#contract/responses/lists/ideas.ts'
import { messages } from '#contract/text/messages.ts'

/**
 * Values in the format `price` that are no market prices: the strike and the cost of the shares are known to
 * the caller, and `amount` is a dividend.
 */
const unlicensedValues: ReadonlySet<string> = new Set(['strike', 'costBasis', 'amount'])
/** Values in other formats from which the bid can be computed. */
const returns: ReadonlySet<string> = new Set(['return', 'annualized'])

type MessageValues = {
  /** Names of the values that the templates of the message show. */
  readonly names: Set<string>
  hasPrice: boolean
}

/** By code, without the plural forms. */
const valuesByCode = new Map<string, MessageValues>()
for (const [key, template] of Object.entries<string>(messages)) {
  const code = key.replace(/_(one|other)$/, '')
  // `count` selects the plural form.
  const values = valuesByCode.get(code) ?? { names: new Set(['count']), hasPrice: false }
  valuesByCode.set(code, values)
  for (const [, name = '', format] of template.matchAll(/\{\{(\w+)(?:, (\w+))?\}\}/g)) {
    values.names.add(name)
    if (returns.has(name) || (format === 'price' && !unlicensedValues.has(name))) values.hasPrice = true
  }
}

/**
 * Whether the text of a message includes a price. True for a code of another version, which can be in a
 * stored batch, because its values are unknown.
 */
export const isPricedMessage = (code: string): boolean => valuesByCode.get(code)?.hasPrice ?? true

/**
 * Returns a message with the values that its text shows. Messages of one rule share their values, so a message
 * without a price can have one among its values. Returns the same object if it has no other values.
 */
export function withShownValues(message: Message): Message {
  const names = valuesByCode.get(message.code)?.names
  const values = Object.entries(message.params)
  const shown = values.filter(([name]) => names?.has(name))
  return shown.length === values.length ? message : { ...message, params: Object.fromEntries(shown) }
}
