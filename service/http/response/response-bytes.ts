/**
 * Serialised responses. Concurrent requests share a result, and all requests share the ideas until the next scan: each
 * result is serialised once and compressed once per encoding, and its bytes are cached as long as the result.
 */
import { jsonOf, splitJson } from '#service/shared/json-fragments.ts'
import type { SplitJson } from '#service/shared/json-fragments.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import { acceptedEncoding, gzipped } from './encodings.ts'
import type { Encoding } from './encodings.ts'
import type { RequestHeaders } from '#service/http/request/request.ts'
import { representation, unlessNotModified } from './representation.ts'
import type { Representation } from './representation.ts'
import type { HeaderList, HttpResponse } from './response.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Compression effort. `once`: fast, for a single request. `quick`: for this request and later ones. `most`
 * takes dozens of milliseconds: for responses prepared ahead.
 */
export type Effort = 'once' | 'quick' | 'most'

/** Compression and digests. Node provides its own implementation. */
export type Compression = {
  readonly gzip: (bytes: Bytes, effort: Effort) => MaybePromise<Bytes>
  /** Absent if the platform has none, as in a browser. */
  readonly brotli?: (bytes: Bytes, effort: Effort) => MaybePromise<Bytes>
  /**
   * Gzip of head and rest as one stream, synchronously. The compressed head is cached for the next rest.
   * Absent if the platform has none.
   */
  readonly gzipAfter?: (head: Bytes, rest: Bytes) => Bytes
  /** A short digest of the bytes. */
  readonly digest: (bytes: Bytes) => MaybePromise<string>
}

export type ResponseSerializer = {
  /**
   * The response as JSON in an encoding that the request accepts: Brotli (if available) or gzip; short ones
   * uncompressed.
   */
  readonly of: (
    answer: object,
    asked: RequestHeaders,
    headers: HeaderList,
    effort?: Exclude<Effort, 'most'>,
  ) => MaybePromise<HttpResponse>
  /** Creates every representation of the response, as small as possible, ahead of requests. */
  readonly prepare: (answer: object) => Promise<void>
}

/** Shorter answers fit a packet as they are. Bytes. */
const compressFrom = 1400

/** Half of a SHA-256 is enough to distinguish responses. */
const webDigest = async (bytes: Bytes): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 16)
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
/** Compression by web standards. */
const webPacking: Compression = { gzip: gzipped, digest: webDigest }

/** The text of a response and its representations, created on demand. */
type Forms = {
  readonly size: number
  readonly text: () => Bytes
  /** The text in two parts, if other responses share its head. */
  readonly split: Split | undefined
  /** Undefined for responses sent once: their ETag is computed from the compressed bytes, which are fewer. */
  readonly etag: MaybePromise<string> | undefined
  readonly packed: Map<Encoding, MaybePromise<Bytes>>
  readonly made: Map<Encoding | undefined, Representation>
}

type Split = { readonly head: Bytes; readonly rest: Bytes }

type Sending = { readonly headers: HeaderList; readonly effort: Effort }

const encoder = new TextEncoder()

export function createResponseSerializer({
  gzip,
  gzipAfter,
  brotli,
  digest,
}: Compression = webPacking): ResponseSerializer {
  const known = new WeakMap<object, Forms>()
  /** A head that many responses share. */
  const heads = new WeakMap<object, Bytes>()
  const headOf = ({ owner, head }: SplitJson): Bytes => {
    let kept = heads.get(owner)
    if (!kept) heads.set(owner, (kept = encoder.encode(head)))
    return kept
  }
  const splitForms = (json: SplitJson): Forms => {
    const [head, rest] = [headOf(json), encoder.encode(json.tail)]
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
    // The next request retries a failure.
    if (made instanceof Promise) made.catch(() => packed.delete(encoding))
    return made
  }
  const make = async (forms: Forms, encoding: Encoding | undefined, sent: Sending) => {
    const body = encoding ? await pack(forms, encoding, sent.effort) : forms.text()
    const etag = await (forms.etag ?? quoted(digest(body)))
    const parts = { body, type: 'application/json', etag, encoding }
    const made = representation({ ...parts, headers: [...sent.headers, 'Vary', 'Accept-Encoding'] })
    forms.made.set(encoding, made)
    return made
  }
  const offered: readonly Encoding[] = brotli ? ['br', 'gzip'] : ['gzip']
  return {
    of(answer, asked, headers, effort = 'quick') {
      const forms = formsOf(answer, effort)
      const encoding = forms.size < compressFrom ? undefined : acceptedEncoding(asked, offered)
      const made = forms.made.get(encoding)
      return made
        ? unlessNotModified(made, asked)
        : make(forms, encoding, { headers, effort }).then((one) => unlessNotModified(one, asked))
    },
    async prepare(answer) {
      const forms = formsOf(answer, 'most')
      if (forms.size < compressFrom) return
      // Requests in the meantime use the quick ones.
      for (const encoding of offered) {
        const make = encoding === 'br' && brotli ? brotli : gzip
        forms.packed.set(encoding, await make(forms.text(), 'most'))
        forms.made.delete(encoding)
      }
    },
  }
}

const quoted = (digest: MaybePromise<string>) => thenOrNow(digest, (text) => `"${text}"`)

function both(head: Bytes, rest: Bytes): Bytes {
  const whole = new Uint8Array(head.length + rest.length)
  whole.set(head)
  whole.set(rest, head.length)
  return whole
}
