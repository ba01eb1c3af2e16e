/** Reading a document that says most things once. */
import type { JsonSchema } from './json-schema.ts'

/**
 * What stands at a `$ref` of the same document (`#/components/schemas/Why`), with what is said beside the `$ref`; what has
 * no `$ref` is given back as it is. Follows one after another, and does not look inside.
 *
 * @throws Error where the `$ref` leads nowhere
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
