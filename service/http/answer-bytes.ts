/**
 * Answers as they go over the wire. Answers are shared by all who ask at the same time, and the ideas by all until the
 * next scan: each is written, and compressed each way, once.
 */
import { acceptedEncoding, gzipped } from './encodings.ts'
import type { Encoding } from './encodings.ts'

/** A text in Brotli. `most` takes dozens of milliseconds, off the thread that answers: for what is made ahead. */
export type Brotli = (text: string, effort: 'quick' | 'most') => Promise<Uint8Array<ArrayBuffer>>

export type AnswerBytes = {
  /** The answer as JSON, in what the request takes of Brotli (where there is one) and gzip; short ones as they are. */
  of(answer: object, asked: Headers): Promise<{ body: string | Uint8Array<ArrayBuffer>; encoding?: Encoding }>
  /** Makes every form of the answer, as small as can be, before anybody asks. */
  readonly prepare: (answer: object) => Promise<void>
}

/** Shorter answers fit a packet as they are. Characters. */
const compressFrom = 1400

/** An answer's text, and its compressed forms as far as somebody has asked for them. */
type Forms = { readonly text: string; readonly packed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>> }

/** @param brotli left out where there is none, as in a browser: gzip alone then */
export function createAnswerBytes(brotli?: Brotli): AnswerBytes {
  const known = new WeakMap<object, Forms>()
  const formsOf = (answer: object): Forms => {
    let forms = known.get(answer)
    if (!forms) known.set(answer, (forms = { text: JSON.stringify(answer), packed: new Map() }))
    return forms
  }
  const pack = ({ text, packed }: Forms, encoding: Encoding) => {
    const made = packed.get(encoding)
    if (made) return made
    const making = encoding === 'br' && brotli ? brotli(text, 'quick') : gzipped(text)
    packed.set(encoding, making)
    // What failed is tried again by who asks next.
    making.catch(() => packed.delete(encoding))
    return making
  }
  const offered: readonly Encoding[] = brotli ? ['br', 'gzip'] : ['gzip']
  return {
    async of(answer, asked) {
      const forms = formsOf(answer)
      const encoding = forms.text.length < compressFrom ? undefined : acceptedEncoding(asked, offered)
      return encoding ? { body: await pack(forms, encoding), encoding } : { body: forms.text }
    },
    async prepare(answer) {
      const forms = formsOf(answer)
      if (forms.text.length < compressFrom) return
      await pack(forms, 'gzip')
      // Who asks meanwhile has the quick one.
      if (brotli) forms.packed.set('br', Promise.resolve(await brotli(forms.text, 'most')))
    },
  }
}
