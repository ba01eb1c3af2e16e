/** Resolution of `$ref` in an OpenAPI document. */
import type { JsonSchema } from './json-schema.ts'

/**
 * Returns the target of a `$ref` in the same document (`#/components/schemas/Why`), merged with the
 * siblings of the `$ref`. Returns a value without `$ref` unchanged. Follows chains of references,
 * but not nested ones.
 *
 * @throws Error if the target does not exist
 */
export function resolveRef(document: JsonSchema, value: JsonSchema): JsonSchema {
  const { $ref: ref, ...siblings } = value
  if (typeof ref !== 'string') return value
  let target: unknown = document
  for (const segment of ref.replace(/^#\//, '').split('/')) {
    const name = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
    target =
      typeof target === 'object' && target !== null && Object.hasOwn(target, name)
        ? (target as JsonSchema)[name]
        : undefined
  }
  if (typeof target !== 'object' || target === null)
    throw new Error(`The OpenAPI document has no target for the reference ${ref}.`)
  return { ...resolveRef(document, target as JsonSchema), ...siblings }
}
