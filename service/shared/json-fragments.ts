/**
 * JSON fragments: responses consist of parts that many responses share, for example all facts of a contract
 * that do not depend on the position. Such a response is a plain object; the JSON of its shared parts is
 * cached with them.
 */

/** Serialisation metadata of an object. */
type Note = {
  /** The objects whose fields it merges, in order; undefined for an object that was created directly. */
  readonly parts: readonly object[] | undefined
  isLasting: boolean
  /** Cached JSON of an immutable value, after its first serialisation. */
  text: string | undefined
}

/** A constructor that returns its argument: subclasses put their private fields on existing objects. */
const Given = function (given: object) {
  return given
} as unknown as new (given: object) => object

/**
 * Metadata as private fields of the objects themselves: invisible to other code and not copied. A WeakMap
 * would work as well, but every garbage collection scans all its entries.
 */
class Noted extends Given {
  readonly #note: Note

  constructor(given: object, note: Note) {
    super(given)
    this.#note = note
  }

  static of(value: object): Note | undefined {
    return #note in value ? value.#note : undefined
  }
}

/** Marks an immutable value whose JSON is worth caching for its lifetime. */
export const cacheJson = <Value extends object>(value: Value): Readonly<Value> => {
  const note = Noted.of(value)
  if (note) note.isLasting = true
  else void new Noted(value, { parts: undefined, isLasting: true, text: undefined })
  return value
}

/** Merges the fields of both objects, reusing their JSON: neither may be modified afterwards. */
export const mergeWithCachedJson = <First extends object, Second extends object>(
  first: First,
  second: Second & { readonly [Name in keyof First]?: never },
): First & Second => {
  const whole = { ...first, ...second }
  void new Noted(whole, { parts: [first, second], isLasting: false, text: undefined })
  return whole
}

/** The same text as `JSON.stringify`, with cached JSON of immutable parts. */
export const jsonOf = (value: object): string => {
  const note = Noted.of(value)
  if (note?.text !== undefined) return note.text
  const text = note?.parts ? `{${fieldsOfAll(note.parts)}}` : written(value)
  if (note?.isLasting) note.text = text
  return text
}

/** JSON in two parts, the immutable one first. `head` is the same text as long as `of` is the same object. */
export type SplitJson = { readonly of: object; readonly head: string; readonly rest: string }

/**
 * Splits the JSON of a merged object whose first part is immutable and already serialised; undefined for any
 * other object.
 */
export const splitJson = (value: object): SplitJson | undefined => {
  const note = Noted.of(value)
  if (!note?.parts || note.isLasting) return undefined
  const [first, ...others] = note.parts
  const known = first && Noted.of(first)?.text
  const rest = known && known !== '{}' ? fieldsOfAll(others) : ''
  return rest === '' ? undefined : { of: first!, head: known!.slice(0, -1), rest: `,${rest}}` }
}

/** Searches lists for fragments; a plain object contains none. */
const written = (value: object): string => {
  if (!Array.isArray(value)) return JSON.stringify(value)
  let text = ''
  for (const item of value) text += (text === '' ? '' : ',') + (valueText(item) ?? 'null')
  return `[${text}]`
}

const fieldsOfAll = (parts: readonly object[]): string => {
  let text = ''
  for (const part of parts) {
    const more = fieldsOf(part)
    text += text === '' || more === '' ? more : `,${more}`
  }
  return text
}

/** JSON of a part, without its braces. */
const fieldsOf = (part: object): string => {
  if (Noted.of(part)) return jsonOf(part).slice(1, -1)
  let text = ''
  for (const [name, value] of Object.entries(part)) {
    const given = valueText(value)
    if (given !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${given}`
  }
  return text
}

/** JSON of a value; undefined if JSON omits it. */
const valueText = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? jsonOf(value) : JSON.stringify(value)
