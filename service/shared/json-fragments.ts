/**
 * JSON fragments: many responses share parts, for example the facts of a contract that do not depend on
 * the position. Such a response is a plain object, and the JSON of each shared part is cached with the part.
 */

/** Serialisation metadata of an object. */
type Metadata = {
  /** The objects whose fields it merges, in order; undefined for an object that was created directly. */
  readonly parts: readonly object[] | undefined
  isCached: boolean
  /** Cached JSON of an immutable value, after its first serialisation. */
  text: string | undefined
}

/** A constructor that returns its argument: subclasses put their private fields on existing objects. */
const ReturnsArgument = function (object: object) {
  return object
} as unknown as new (object: object) => object

/**
 * Metadata as private fields of the objects themselves: invisible to other code and not copied. A WeakMap
 * would work as well, but every garbage collection scans all its entries.
 */
class WithMetadata extends ReturnsArgument {
  readonly #metadata: Metadata

  constructor(object: object, metadata: Metadata) {
    super(object)
    this.#metadata = metadata
  }

  static of(value: object): Metadata | undefined {
    return #metadata in value ? value.#metadata : undefined
  }
}

/** Marks an immutable value whose JSON is worth caching for its lifetime. */
export const cacheJson = <Value extends object>(value: Value): Readonly<Value> => {
  const metadata = WithMetadata.of(value)
  if (metadata) metadata.isCached = true
  else void new WithMetadata(value, { parts: undefined, isCached: true, text: undefined })
  return value
}

/** Merges the fields of both objects, reusing their JSON: neither may be modified afterwards. */
export const mergeWithCachedJson = <First extends object, Second extends object>(
  first: First,
  second: Second & { readonly [Name in keyof First]?: never },
): First & Second => {
  const merged = { ...first, ...second }
  void new WithMetadata(merged, { parts: [first, second], isCached: false, text: undefined })
  return merged
}

/** The same text as `JSON.stringify`, with cached JSON of immutable parts. */
export const jsonOf = (value: object): string => {
  const metadata = WithMetadata.of(value)
  if (metadata?.text !== undefined) return metadata.text
  const text = metadata?.parts ? `{${fieldsOfAll(metadata.parts)}}` : serialized(value)
  if (metadata?.isCached) metadata.text = text
  return text
}

/** JSON in two parts, the immutable one first. `head` depends on `owner` only, so it can be cached by it. */
export type SplitJson = { readonly owner: object; readonly head: string; readonly tail: string }

/**
 * Splits the JSON of a merged object whose first part is immutable and already serialised; undefined for any
 * other object.
 */
export const splitJson = (value: object): SplitJson | undefined => {
  const metadata = WithMetadata.of(value)
  if (!metadata?.parts || metadata.isCached) return undefined
  const [first, ...otherParts] = metadata.parts
  const cachedText = first && WithMetadata.of(first)?.text
  const otherFields = cachedText && cachedText !== '{}' ? fieldsOfAll(otherParts) : ''
  return otherFields === ''
    ? undefined
    : { owner: first!, head: cachedText!.slice(0, -1), tail: `,${otherFields}}` }
}

/** Serializes a list or an object without metadata. Cached JSON is used only for the items of a list. */
const serialized = (value: object): string => {
  if (!Array.isArray(value)) return JSON.stringify(value)
  let text = ''
  for (const item of value) text += (text === '' ? '' : ',') + (valueText(item) ?? 'null')
  return `[${text}]`
}

const fieldsOfAll = (parts: readonly object[]): string => {
  let text = ''
  for (const part of parts) {
    const fields = fieldsOf(part)
    text += text === '' || fields === '' ? fields : `,${fields}`
  }
  return text
}

/** JSON of a part, without its braces. */
const fieldsOf = (part: object): string => {
  if (WithMetadata.of(part)) return jsonOf(part).slice(1, -1)
  let text = ''
  for (const [name, value] of Object.entries(part)) {
    const fieldText = valueText(value)
    if (fieldText !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${fieldText}`
  }
  return text
}

/** JSON of a value; undefined if JSON omits it. */
const valueText = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? jsonOf(value) : JSON.stringify(value)
