/**
 * Serializes responses. Concurrent requests share a result, and all requests share the ideas until the next scan. Each
 * result is serialized once and compressed once per encoding; its bytes are cached as long as the result exists.
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
   * Compresses head and tail synchronously into one gzip stream. Caches the compressed head for other tails.
   * Absent if the platform has none.
   */
  readonly gzipAfter?: (head: Bytes, tail: Bytes) => Bytes
  /** A short digest of the bytes. */
  readonly digest: (bytes: Bytes) => MaybePromise<string>
}

export type ResponseSerializer = {
  /**
   * Responds with JSON in an encoding that the request accepts: Brotli (if available) or gzip. Short responses are not
   * compressed.
   */
  readonly respond: (
    result: object,
    requestHeaders: RequestHeaders,
    headers: HeaderList,
    effort?: Exclude<Effort, 'most'>,
  ) => MaybePromise<HttpResponse>
  /** Creates every representation of a result before it is requested, with the highest compression. */
  readonly prepare: (result: object) => Promise<void>
}

/** Shorter responses fit into one packet without compression. Bytes. */
const compressFrom = 1400

/** Half of a SHA-256 is enough to distinguish responses. */
const webDigest = async (bytes: Bytes): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 16)
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
/** Compression with web-standard APIs. */
const webCompression: Compression = { gzip: gzipped, digest: webDigest }

/** The text of a response and its representations, created on demand. */
type Forms = {
  readonly size: number
  readonly text: () => Bytes
  /** The text in two parts, if other responses share its head. */
  readonly split: Split | undefined
  /** Undefined for responses sent once: their ETag is computed from the compressed bytes, which are fewer. */
  readonly etag: MaybePromise<string> | undefined
  readonly packed: Map<Encoding, MaybePromise<Bytes>>
  readonly representations: Map<Encoding | undefined, Representation>
}

type Split = { readonly head: Bytes; readonly tail: Bytes }

type SendOptions = { readonly headers: HeaderList; readonly effort: Effort }

const encoder = new TextEncoder()

export function createResponseSerializer({
  gzip,
  gzipAfter,
  brotli,
  digest,
}: Compression = webCompression): ResponseSerializer {
  const formsCache = new WeakMap<object, Forms>()
  /** Bytes of heads that many responses share. */
  const heads = new WeakMap<object, Bytes>()
  const headOf = ({ owner, head }: SplitJson): Bytes => {
    let cachedHead = heads.get(owner)
    if (!cachedHead) heads.set(owner, (cachedHead = encoder.encode(head)))
    return cachedHead
  }
  const splitForms = (json: SplitJson): Forms => {
    const [head, tail] = [headOf(json), encoder.encode(json.tail)]
    let text: Bytes | undefined
    return {
      size: head.length + tail.length,
      text: () => (text ??= concatenate(head, tail)),
      split: { head, tail },
      etag: undefined,
      packed: new Map(),
      representations: new Map(),
    }
  }
  const wholeForms = (result: object, effort: Effort): Forms => {
    const text = encoder.encode(jsonOf(result))
    return {
      size: text.length,
      text: () => text,
      split: undefined,
      etag: effort === 'once' ? undefined : quoted(digest(text)),
      packed: new Map(),
      representations: new Map(),
    }
  }
  const formsOf = (result: object, effort: Effort): Forms => {
    let forms = formsCache.get(result)
    if (!forms) {
      const json = gzipAfter && effort === 'once' ? splitJson(result) : undefined
      formsCache.set(result, (forms = json ? splitForms(json) : wholeForms(result, effort)))
    }
    return forms
  }
  const pack = ({ text, split, packed }: Forms, encoding: Encoding, effort: Effort) => {
    const cached = packed.get(encoding)
    if (cached) return cached
    const compressed =
      encoding === 'br' && brotli
        ? brotli(text(), effort)
        : split && gzipAfter
          ? gzipAfter(split.head, split.tail)
          : gzip(text(), effort)
    packed.set(encoding, compressed)
    // The next request retries a failure.
    if (compressed instanceof Promise) compressed.catch(() => packed.delete(encoding))
    return compressed
  }
  const createRepresentation = async (forms: Forms, encoding: Encoding | undefined, options: SendOptions) => {
    const body = encoding ? await pack(forms, encoding, options.effort) : forms.text()
    const etag = await (forms.etag ?? quoted(digest(body)))
    const parts = { body, type: 'application/json', etag, encoding }
    const made = representation({ ...parts, headers: [...options.headers, 'Vary', 'Accept-Encoding'] })
    forms.representations.set(encoding, made)
    return made
  }
  const offered: readonly Encoding[] = brotli ? ['br', 'gzip'] : ['gzip']
  return {
    respond(result, requestHeaders, headers, effort = 'quick') {
      const forms = formsOf(result, effort)
      const encoding = forms.size < compressFrom ? undefined : acceptedEncoding(requestHeaders, offered)
      const made = forms.representations.get(encoding)
      return made
        ? unlessNotModified(made, requestHeaders)
        : createRepresentation(forms, encoding, { headers, effort }).then((created) =>
            unlessNotModified(created, requestHeaders),
          )
    },
    async prepare(result) {
      const forms = formsOf(result, 'most')
      if (forms.size < compressFrom) return
      // Requests in the meantime use the `quick` representations.
      for (const encoding of offered) {
        const createRepresentation = encoding === 'br' && brotli ? brotli : gzip
        forms.packed.set(encoding, await createRepresentation(forms.text(), 'most'))
        forms.representations.delete(encoding)
      }
    },
  }
}

const quoted = (digest: MaybePromise<string>) => thenOrNow(digest, (text) => `"${text}"`)

function concatenate(head: Bytes, tail: Bytes): Bytes {
  const bytes = new Uint8Array(head.length + tail.length)
  bytes.set(head)
  bytes.set(tail, head.length)
  return bytes
}
