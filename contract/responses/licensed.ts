/** Fields that depend on the licence of market data, see data-class.ts. */
import * as v from 'valibot'

/**
 * Schema of a field that the service sends as null if the partner may not show it. Its input type is the
 * complete value, which the service computes; its output type is the value on the wire.
 *
 * So each response has two types: `v.InferInput` is the complete response (`Income`), and
 * `v.InferOutput` what a client receives (`WireIncome`).
 */
export type LicensedSchema<Schema extends v.GenericSchema> = v.GenericSchema<
  v.InferInput<Schema>,
  v.InferOutput<Schema> | null
>

/**
 * Returns the schema of a field that is null, with the reason `not-licensed` in `unknown`, if the partner may
 * not show it: a deliberate exception to the types of docs/specification.md.
 */
export const licensed = <Schema extends v.GenericSchema>(schema: Schema): LicensedSchema<Schema> =>
  v.nullable(schema)
