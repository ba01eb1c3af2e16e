/**
 * Answers that are made of parts, most of which are in many answers: what a contract is and says is the same for every
 * position in it. Such an answer is an object like any other; how its lasting parts are written as JSON is kept with them.
 */

/** How an object is written. */
type Note = {
  /** The objects that it has its fields of, in their order; undefined for what was made by itself. */
  readonly parts: readonly object[] | undefined
  isLasting: boolean
  /** Of what lasts, once somebody has written it. */
  text: string | undefined
}

/** A class whose objects are those it is given: its private field is put on them. */
const Given = function (given: object) {
  return given
} as unknown as new (given: object) => object

/**
 * Notes are private fields of the objects themselves: nobody else sees them, and no copy has them. Maps with weak keys would
 * do as well, but each collection of garbage looks through all of these.
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

/** Marks a value whose JSON is worth keeping for as long as it is there. It is never changed again. */
export const lasting = <Value extends object>(value: Value): Readonly<Value> => {
  const note = Noted.of(value)
  if (note) note.isLasting = true
  else void new Noted(value, { parts: undefined, isLasting: true, text: undefined })
  return value
}

/** An object of the fields of both, which are written as they are there: none of them may be changed. */
export const joined = <First extends object, Second extends object>(
  first: First,
  second: Second & { readonly [Name in keyof First]?: never },
): First & Second => {
  const whole = { ...first, ...second }
  void new Noted(whole, { parts: [first, second], isLasting: false, text: undefined })
  return whole
}

/** What `JSON.stringify` makes of it, letter by letter, with what lasts in it written once. */
export const jsonOf = (value: object): string => {
  const note = Noted.of(value)
  if (note?.text !== undefined) return note.text
  const text = note?.parts ? `{${fieldsOfAll(note.parts)}}` : written(value)
  if (note?.isLasting) note.text = text
  return text
}

/** JSON in two: what lasts comes first. `head` is the same text for as long as `of` is the same object. */
export type SplitJson = { readonly of: object; readonly head: string; readonly rest: string }

/** Of an object of parts whose first one lasts and has been written before; undefined for any other. */
export const splitJson = (value: object): SplitJson | undefined => {
  const note = Noted.of(value)
  if (!note?.parts || note.isLasting) return undefined
  const [first, ...others] = note.parts
  const known = first && Noted.of(first)?.text
  const rest = known && known !== '{}' ? fieldsOfAll(others) : ''
  return rest === '' ? undefined : { of: first!, head: known!.slice(0, -1), rest: `,${rest}}` }
}

/** Lists are looked through; in an object without parts nothing lasts. */
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

/** Of a part, without the braces. */
const fieldsOf = (part: object): string => {
  if (Noted.of(part)) return jsonOf(part).slice(1, -1)
  let text = ''
  for (const [name, value] of Object.entries(part)) {
    const given = valueText(value)
    if (given !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${given}`
  }
  return text
}

/** Undefined for what JSON leaves out. */
const valueText = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? jsonOf(value) : JSON.stringify(value)
