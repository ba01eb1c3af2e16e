/** Fields of the named schemas that a licence of market data restricts. */
import { fieldClasses } from '#service/lookups/licence/field-classes.ts'
import type { FieldClass, FieldTable } from '#service/lookups/licence/field-class.ts'
import { namedSchemas } from './named-schemas.ts'

/** The tables in a table, and itself. */
const tablesIn = (table: FieldTable): readonly FieldTable[] => [
  table,
  ...Object.values(table.fields).flatMap((fieldClass) =>
    typeof fieldClass === 'object' && fieldClass.kind === 'fields' ? tablesIn(fieldClass) : [],
  ),
]

const fieldsByEntries = new Map(
  Object.values(fieldClasses)
    .flatMap(tablesIn)
    .map(({ schema, fields }) => [schema.entries as object, fields]),
)

const isRestricted = (fieldClass: FieldClass | undefined): boolean =>
  typeof fieldClass === 'object' && (fieldClass.kind === 'price' || fieldClass.kind === 'text')

/** Returns the names of the restricted fields of a named schema. */
export function licensedFields(schemaName: string): ReadonlySet<string> {
  const schema = (namedSchemas as Readonly<Record<string, object>>)[schemaName]
  const fields = schema && 'entries' in schema ? fieldsByEntries.get(schema.entries as object) : undefined
  return new Set(Object.keys(fields ?? {}).filter((name) => isRestricted(fields?.[name])))
}

/** Text that the description of a restricted field ends with. */
export const licensedNote = (isList: boolean): string =>
  `${isList ? 'Empty' : 'Null'}, with the reason \`not-licensed\`, if the account may not show it.`
