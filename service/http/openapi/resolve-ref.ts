/** Resolution of `$ref` in an OpenAPI document. */
import type { JsonSchema } from './json-schema.ts'

/**
 * The target of a `$ref` in the same document (`#/components/schemas/Why`), merged with the `$ref`'s
 * siblings; a value without `$ref` is returned as it is. Follows chains of references, not nested ones.
 *
 * @throws Error if the target does not exist
 */
export function resolveRef(document: JsonSchema, value: JsonSchema): JsonSchema {
  const { $ref: ref, ...beside } = value
  if (typeof ref !== 'string') return value
  let target: unknown = document
  for (const part of ref.replace(/^#\//, '').split('/')) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    target =
      typeof target === 'object' && target !== null && Object.hasOwn(target, name)
        ? (target as JsonSchema)[name]
        : undefined
  }
  if (typeof target !== 'object' || target === null)
    throw new Error(`${ref} leads nowhere in the OpenAPI document.`)
  return { ...resolveRef(document, target as JsonSchema), ...beside }
}
