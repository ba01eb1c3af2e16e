/** Removes from a response what a partner may not show (field-classes.ts). */
import type { UnknownField } from '#contract/responses/unknown.ts'
import type { DataClass } from '#contract/responses/data-class.ts'
import type { Message } from '#contract/responses/lists/ideas.ts'
import { isPricedMessage, withShownValues } from './priced-messages.ts'
import type { FieldClass, FieldTable, PriceCapability } from './field-class.ts'

/** Prices that may be shown. */
export type ShownPrices = {
  /** Whether the prices of a capability may be shown. */
  readonly includes: (capability: PriceCapability) => boolean
  /** The highest class of the prices that may be shown; `derived` if there are none. */
  readonly dataClass: DataClass
}

type Row = Readonly<Record<string, unknown>>

/** Adds the path of a field that is null or empty because it may not be shown. */
type OnRestricted = (path: string) => void

/**
 * Returns the response without the values that may not be shown: they are null, lists are empty, and `unknown`
 * has the reason. Fields that are not in the table are removed. Returns the same object if nothing changes.
 */
export const redact = <Response extends object>(
  response: Response,
  table: FieldTable,
  shown: ShownPrices,
): Response => redactObject(response as Row, table, shown, '', () => {}) as Response

function redactObject(
  value: Row,
  { fields }: FieldTable,
  shown: ShownPrices,
  path: string,
  onRestricted: OnRestricted,
): Row {
  const restricted = new Set<string>()
  const reasonsField = Object.keys(fields).find((name) => fields[name] === 'unknown')
  // The nearest object with a list of reasons names the restricted fields, by their paths in that object.
  const prefix = reasonsField === undefined && path !== '' ? `${path}.` : ''
  const onField: OnRestricted =
    reasonsField === undefined ? onRestricted : (fieldPath) => void restricted.add(fieldPath)
  let changed: Record<string, unknown> | undefined
  for (const [name, before] of Object.entries(value)) {
    const fieldClass = fields[name]
    const after =
      fieldClass && redactField(before, fieldClass, { parent: value, shown, path: prefix + name, onField })
    if (after === before) continue
    changed ??= { ...value }
    // A field without a class, such as one of another version in a stored batch, could be a price.
    if (fieldClass) changed[name] = after
    else delete changed[name]
  }
  if (reasonsField !== undefined && restricted.size > 0)
    (changed ??= { ...value })[reasonsField] = withReasons(value[reasonsField], restricted)
  return changed ?? value
}

type FieldContext = {
  /** The object that has the field. */
  readonly parent: Row
  readonly shown: ShownPrices
  readonly path: string
  readonly onField: OnRestricted
}

function redactField(value: unknown, fieldClass: FieldClass, context: FieldContext): unknown {
  const { parent, shown, path, onField } = context
  if (value === undefined) return value
  if (fieldClass === 'data-class') return shown.dataClass
  if (typeof fieldClass === 'string') return value
  if (fieldClass.kind === 'fields') return redactNested(value, fieldClass, context)
  if (fieldClass.of.every(shown.includes)) return value
  if (fieldClass.kind === 'reason') return 'not-licensed'
  if (value === null || (Array.isArray(value) && value.length === 0)) return value
  if (fieldClass.kind === 'label') return withShownValues(value as Message)
  if (fieldClass.kind === 'text' && !hasPrice(parent[fieldClass.message]))
    return typeof value === 'object' ? withShownValues(value as Message) : value
  onField(path)
  return Array.isArray(value) ? [] : null
}

function redactNested(value: unknown, table: FieldTable, { shown, path, onField }: FieldContext): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return redactObject(value as Row, table, shown, path, onField)
  const rows = value.map((row: Row) => redactObject(row, table, shown, path, onField))
  return rows.some((row, index) => row !== value[index]) ? rows : value
}

/** A text without a message, such as one of an older batch, may have any price. */
const hasPrice = (message: unknown): boolean =>
  typeof message !== 'object' || message === null || isPricedMessage((message as { code: string }).code)

/** The reasons of an object with those of its restricted fields, in the order of the schema. */
function withReasons(reasons: unknown, restricted: ReadonlySet<string>): readonly UnknownField[] {
  const earlier = ((reasons ?? []) as readonly UnknownField[]).filter(({ field }) => !restricted.has(field))
  const notLicensed = [...restricted].map((field) => ({ field, reason: 'not-licensed' as const, asOf: null }))
  return [...earlier, ...notLicensed]
}
