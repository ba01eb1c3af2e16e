/**
 * Answers as they go over the wire. Answers are shared by all who ask at the same time, and the ideas by all until the
 * next scan: each is written, and compressed each way, once, and all of it is kept for as long as the answer is.
 */
import { jsonOf } from '#service/analysis/lasting-parts.ts'
import { acceptedEncoding, gzipped } from './encodings.ts'
import type { Encoding } from './encodings.ts'
import { representation, unlessKnown } from './kept-answer.ts'
import type { AskedFields, FieldList, KeptAnswer, Representation } from './kept-answer.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * How much is spent on compressing. `once`: little, for who asks now and nobody else. `quick`: for who asks now, and others
 * after him. `most` takes dozens of milliseconds: for what is made ahead.
 */
export type Effort = 'once' | 'quick' | 'most'

/** How bytes are packed and told apart. On Node by its own libraries. */
export type Packing = {
  readonly gzip: (bytes: Bytes, effort: Effort) => Bytes | Promise<Bytes>
  /** Left out where there is none, as in a browser. */
  readonly brotli?: (bytes: Bytes, effort: Effort) => Bytes | Promise<Bytes>
  /** Something short that no other bytes have. */
  readonly digest: (bytes: Bytes) => string | Promise<string>
}

export type AnswerBytes = {
  /** The answer as JSON, in what the request takes of Brotli (where there is one) and gzip; short ones as they are. */
  readonly of: (
    answer: object,
    asked: AskedFields,
    fields: FieldList,
    effort?: Exclude<Effort, 'most'>,
  ) => KeptAnswer | Promise<KeptAnswer>
  /** Makes every form of the answer, as small as can be, before anybody asks. */
  readonly prepare: (answer: object) => Promise<void>
}

/** Shorter answers fit a packet as they are. Bytes. */
const compressFrom = 1400

/** Half of a SHA-256 is more than enough to tell two answers apart. */
const webDigest = async (bytes: Bytes): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 16)
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
/** What every place with web standards has. */
const webPacking: Packing = { gzip: gzipped, digest: webDigest }

/** An answer's text, and its forms as far as somebody has asked for them. */
type Forms = {
  readonly text: Bytes
  etag: string | Promise<string>
  readonly packed: Map<Encoding, Bytes | Promise<Bytes>>
  readonly made: Map<Encoding | undefined, Representation>
}

type Sending = { readonly fields: FieldList; readonly effort: Effort }

const encoder = new TextEncoder()

export function createAnswerBytes({ gzip, brotli, digest }: Packing = webPacking): AnswerBytes {
  const known = new WeakMap<object, Forms>()
  const formsOf = (answer: object): Forms => {
    let forms = known.get(answer)
    if (!forms) {
      const text = encoder.encode(jsonOf(answer))
      known.set(answer, (forms = { text, etag: quoted(digest(text)), packed: new Map(), made: new Map() }))
    }
    return forms
  }
  const pack = ({ text, packed }: Forms, encoding: Encoding, effort: Effort) => {
    const before = packed.get(encoding)
    if (before) return before
    const made = encoding === 'br' && brotli ? brotli(text, effort) : gzip(text, effort)
    packed.set(encoding, made)
    // What failed is tried again by who asks next.
    if (made instanceof Promise) made.catch(() => packed.delete(encoding))
    return made
  }
  const make = async (forms: Forms, encoding: Encoding | undefined, sent: Sending) => {
    const [etag, body] = [await forms.etag, encoding ? await pack(forms, encoding, sent.effort) : forms.text]
    const parts = { body, type: 'application/json', etag, encoding }
    const made = representation({ ...parts, fields: [...sent.fields, 'Vary', 'Accept-Encoding'] })
    forms.made.set(encoding, made)
    return made
  }
  const offered: readonly Encoding[] = brotli ? ['br', 'gzip'] : ['gzip']
  return {
    of(answer, asked, fields, effort = 'quick') {
      const forms = formsOf(answer)
      const encoding = forms.text.length < compressFrom ? undefined : acceptedEncoding(asked, offered)
      const made = forms.made.get(encoding)
      return made
        ? unlessKnown(made, asked)
        : make(forms, encoding, { fields, effort }).then((one) => unlessKnown(one, asked))
    },
    async prepare(answer) {
      const forms = formsOf(answer)
      if (forms.text.length < compressFrom) return
      // Who asks meanwhile has the quick ones.
      for (const encoding of offered) {
        const make = encoding === 'br' && brotli ? brotli : gzip
        forms.packed.set(encoding, await make(forms.text, 'most'))
        forms.made.delete(encoding)
      }
    },
  }
}

const quoted = (digest: string | Promise<string>): string | Promise<string> =>
  typeof digest === 'string' ? `"${digest}"` : digest.then((text) => `"${text}"`)
