/** Classes of the fields of `dataStatus`, which many responses have. */
import { DataStatusSchema } from '#contract/responses/resources.ts'
import { fieldsOf } from './field-class.ts'

export const dataStatusFields = fieldsOf(DataStatusSchema, {
  asOf: 'reference',
  simulated: 'reference',
  delayedSeconds: 'reference',
  source: 'reference',
  dataClass: 'data-class',
  parts: 'reference',
})
