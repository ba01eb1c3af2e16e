/**
 * Answers as they go over the wire. Answers are shared by all who ask at the same time, and the ideas by all until the
 * next scan: each is written, and compressed each way, once, and all of it is kept for as long as the answer is.
 */
import { jsonOf, splitJson } from '#service/shared/json-fragments.ts'
import type { SplitJson } from '#service/shared/json-fragments.ts'
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
  /**
   * Gzip of the bytes of both, one after the other, at once and for who asks now. What it makes of the head it keeps with it, for
   * what comes after it next time. Left out where there is none.
   */
  readonly gzipAfter?: (head: Bytes, rest: Bytes) => Bytes
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
  readonly size: number
  readonly text: () => Bytes
  /** The text in two, where its head is that of other answers, too. */
  readonly split: Split | undefined
  /** Undefined for what is sent once: there the bytes that are sent are told apart, which are fewer. */
  readonly etag: Digest | undefined
  readonly packed: Map<Encoding, Bytes | Promise<Bytes>>
  readonly made: Map<Encoding | undefined, Representation>
}

type Split = { readonly head: Bytes; readonly rest: Bytes }

type Sending = { readonly fields: FieldList; readonly effort: Effort }

const encoder = new TextEncoder()

export function createAnswerBytes({ gzip, gzipAfter, brotli, digest }: Packing = webPacking): AnswerBytes {
  const known = new WeakMap<object, Forms>()
  /** What many answers begin with. */
  const heads = new WeakMap<object, Bytes>()
  const headOf = ({ of, head }: SplitJson): Bytes => {
    let kept = heads.get(of)
    if (!kept) heads.set(of, (kept = encoder.encode(head)))
    return kept
  }
  const splitForms = (json: SplitJson): Forms => {
    const [head, rest] = [headOf(json), encoder.encode(json.rest)]
    let text: Bytes | undefined
    return {
      size: head.length + rest.length,
      text: () => (text ??= both(head, rest)),
      split: { head, rest },
      etag: undefined,
      packed: new Map(),
      made: new Map(),
    }
  }
  const wholeForms = (answer: object, effort: Effort): Forms => {
    const text = encoder.encode(jsonOf(answer))
    return {
      size: text.length,
      text: () => text,
      split: undefined,
      etag: effort === 'once' ? undefined : quoted(digest(text)),
      packed: new Map(),
      made: new Map(),
    }
  }
  const formsOf = (answer: object, effort: Effort): Forms => {
    let forms = known.get(answer)
    if (!forms) {
      const json = gzipAfter && effort === 'once' ? splitJson(answer) : undefined
      known.set(answer, (forms = json ? splitForms(json) : wholeForms(answer, effort)))
    }
    return forms
  }
  const pack = ({ text, split, packed }: Forms, encoding: Encoding, effort: Effort) => {
    const before = packed.get(encoding)
    if (before) return before
    const made =
      encoding === 'br' && brotli
        ? brotli(text(), effort)
        : split && gzipAfter
          ? gzipAfter(split.head, split.rest)
          : gzip(text(), effort)
    packed.set(encoding, made)
    // What failed is tried again by who asks next.
    if (made instanceof Promise) made.catch(() => packed.delete(encoding))
    return made
  }
  const make = async (forms: Forms, encoding: Encoding | undefined, sent: Sending) => {
    const body = encoding ? await pack(forms, encoding, sent.effort) : forms.text()
    const etag = await (forms.etag ?? quoted(digest(body)))
    const parts = { body, type: 'application/json', etag, encoding }
    const made = representation({ ...parts, fields: [...sent.fields, 'Vary', 'Accept-Encoding'] })
    forms.made.set(encoding, made)
    return made
  }
  const offered: readonly Encoding[] = brotli ? ['br', 'gzip'] : ['gzip']
  return {
    of(answer, asked, fields, effort = 'quick') {
      const forms = formsOf(answer, effort)
      const encoding = forms.size < compressFrom ? undefined : acceptedEncoding(asked, offered)
      const made = forms.made.get(encoding)
      return made
        ? unlessKnown(made, asked)
        : make(forms, encoding, { fields, effort }).then((one) => unlessKnown(one, asked))
    },
    async prepare(answer) {
      const forms = formsOf(answer, 'most')
      if (forms.size < compressFrom) return
      // Who asks meanwhile has the quick ones.
      for (const encoding of offered) {
        const make = encoding === 'br' && brotli ? brotli : gzip
        forms.packed.set(encoding, await make(forms.text(), 'most'))
        forms.made.delete(encoding)
      }
    },
  }
}

type Digest = string | Promise<string>

/** At once where it is there. */
const quoted = (digest: Digest): Digest =>
  typeof digest === 'string' ? `"${digest}"` : digest.then((text) => `"${text}"`)

function both(head: Bytes, rest: Bytes): Bytes {
  const whole = new Uint8Array(head.length + rest.length)
  whole.set(head)
  whole.set(rest, head.length)
  return whole
}
