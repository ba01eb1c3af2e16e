/** Answers as bytes with their header fields: made once, and written as they are for as long as they stand. */
import type { Encoding } from './encodings.ts'

/** The fields of a request, by name in any letters. */
export type AskedFields = Pick<Headers, 'get'>

/** Header fields, names and values in turn: as they are written. */
export type FieldList = readonly string[]

/** An answer that is written as it is. The same object stands for the same answer: what is made of it may be kept beside it. */
export type KeptAnswer = {
  readonly status: number
  readonly fields: FieldList
  readonly body: Uint8Array<ArrayBuffer> | null
}

/** What a request is answered: kept bytes, and what is said to this request alone. */
export type BytesAnswer = { readonly kept: KeptAnswer; readonly fields?: FieldList }

/** Of kept bytes alone. */
export const keptBytes = (kept: KeptAnswer | Promise<KeptAnswer>): BytesAnswer | Promise<BytesAnswer> =>
  kept instanceof Promise ? kept.then((one) => ({ kept: one })) : { kept }

/** One form of something that may be asked for again: what is sent, and what is said to who has it (RFC 9110, 13.1.2). */
export type Representation = {
  readonly etag: string
  readonly whole: KeptAnswer
  readonly unchanged: KeptAnswer
}

export type RepresentationParts = {
  readonly body: Uint8Array<ArrayBuffer>
  readonly type: string
  /** Of the bytes before they were compressed, with its quotes. */
  readonly etag: string
  readonly encoding: Encoding | undefined
  /** `Cache-Control` and the like. */
  readonly fields: FieldList
}

export function representation({
  body,
  type,
  etag: plain,
  encoding,
  fields,
}: RepresentationParts): Representation {
  // Each encoding is a representation of its own (RFC 9110, 8.8.3).
  const etag = encoding ? `${plain.slice(0, -1)}-${encoding}"` : plain
  const common = [...fields, 'ETag', etag]
  const whole = [...common, 'Content-Type', type, 'Content-Length', String(body.byteLength)]
  return {
    etag,
    whole: { status: 200, fields: encoding ? [...whole, 'Content-Encoding', encoding] : whole, body },
    unchanged: { status: 304, fields: common, body: null },
  }
}

/** Nothing but the fields where the client has these bytes. */
export function unlessKnown({ etag, whole, unchanged }: Representation, asked: AskedFields): KeptAnswer {
  const known = asked.get('if-none-match')
  if (known === null) return whole
  const isKnown = known.split(',').some((tag) => {
    const plain = tag.trim().replace(/^W\//, '')
    return plain === etag || plain === '*'
  })
  return isKnown ? unchanged : whole
}

export function fieldList(fields: Readonly<Record<string, string>>): FieldList {
  const list: string[] = []
  for (const name in fields) list.push(name, fields[name]!)
  return list
}

/** The same for who speaks in `Response`. */
export function responseOf({ kept: { status, fields, body }, fields: own = [] }: BytesAnswer): Response {
  const headers = new Headers()
  for (const list of [fields, own])
    for (let at = 0; at < list.length; at += 2) headers.append(list[at]!, list[at + 1]!)
  return new Response(body, { status, headers })
}
