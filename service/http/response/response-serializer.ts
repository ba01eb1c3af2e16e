/**
 * Serializes responses. Concurrent requests share a result, and all requests share the ideas until
 * the next scan. Each result is serialized once and compressed once per encoding; its bytes are
 * cached as long as the result exists.
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
 * Compression effort. `once`: fast, for a single request. `quick`: for this request and later ones.
 * `most` takes dozens of milliseconds: for responses prepared ahead.
 */
export type Effort = 'once' | 'quick' | 'most'

/** Compression and digests. Node provides its own implementation. */
export type Compression = {
  readonly gzip: (bytes: Bytes, effort: Effort) => MaybePromise<Bytes>
  /** Absent if the platform has none, as in a browser. */
  readonly brotli?: (bytes: Bytes, effort: Effort) => MaybePromise<Bytes>
  /**
   * Compresses head and tail synchronously into one gzip stream. Caches the compressed head for
   * other tails. Absent if the platform has none.
   */
  readonly gzipAfter?: (head: Bytes, tail: Bytes) => Bytes
  /** A short digest of the bytes. */
  readonly digest: (bytes: Bytes) => MaybePromise<string>
}

export type ResponseSerializer = {
  /**
   * Responds with JSON in an encoding that the request accepts: Brotli (if available) or gzip.
   * Short responses are not compressed.
   */
  readonly respond: (
    result: object,
    requestHeaders: RequestHeaders,
    headers: HeaderList,
    effort?: Exclude<Effort, 'most'>,
  ) => MaybePromise<HttpResponse>
  /**
   * Creates every representation of a result before it is requested, with the highest compression.
   */
  readonly prepare: (result: object) => Promise<void>
}

/** Shorter responses are not compressed, because they fit into one packet. Bytes. */
const minSizeToCompress = 1400

/** Returns half of the SHA-256, which is enough to distinguish responses. */
const webDigest = async (bytes: Bytes): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 16)
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
/** Compression with web-standard APIs. */
const webCompression: Compression = { gzip: gzipped, digest: webDigest }

/**
 * A serialized result, and its compressed bytes and representations, which are created on demand.
 */
type SerializedResult = {
  /** Length of the JSON in bytes. */
  readonly size: number
  /** Returns the JSON as UTF-8. */
  readonly text: () => Bytes
  /** The JSON in two parts, if other results share its head. */
  readonly split: Split | undefined
  /**
   * Undefined for a result that is sent once: its ETag is computed from the compressed bytes, which
   * are fewer.
   */
  readonly etag: MaybePromise<string> | undefined
  readonly compressed: Map<Encoding, MaybePromise<Bytes>>
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
  const cache = new WeakMap<object, SerializedResult>()
  /** Encoded heads that many results share, by their owner. */
  const heads = new WeakMap<object, Bytes>()
  const headOf = ({ owner, head }: SplitJson): Bytes => {
    let cachedHead = heads.get(owner)
    if (!cachedHead) heads.set(owner, (cachedHead = encoder.encode(head)))
    return cachedHead
  }
  const serializeSplit = (json: SplitJson): SerializedResult => {
    const [head, tail] = [headOf(json), encoder.encode(json.tail)]
    let text: Bytes | undefined
    return {
      size: head.length + tail.length,
      text: () => (text ??= concatenate(head, tail)),
      split: { head, tail },
      etag: undefined,
      compressed: new Map(),
      representations: new Map(),
    }
  }
  const serializeUnsplit = (result: object, effort: Effort): SerializedResult => {
    const text = encoder.encode(jsonOf(result))
    return {
      size: text.length,
      text: () => text,
      split: undefined,
      etag: effort === 'once' ? undefined : quoted(digest(text)),
      compressed: new Map(),
      representations: new Map(),
    }
  }
  const serializedOf = (result: object, effort: Effort): SerializedResult => {
    let serialized = cache.get(result)
    if (!serialized) {
      const json = gzipAfter && effort === 'once' ? splitJson(result) : undefined
      cache.set(result, (serialized = json ? serializeSplit(json) : serializeUnsplit(result, effort)))
    }
    return serialized
  }
  const compress = ({ text, split, compressed }: SerializedResult, encoding: Encoding, effort: Effort) => {
    const cached = compressed.get(encoding)
    if (cached) return cached
    const compressedBytes =
      encoding === 'br' && brotli
        ? brotli(text(), effort)
        : split && gzipAfter
          ? gzipAfter(split.head, split.tail)
          : gzip(text(), effort)
    compressed.set(encoding, compressedBytes)
    // The next request retries a failure.
    if (compressedBytes instanceof Promise) compressedBytes.catch(() => compressed.delete(encoding))
    return compressedBytes
  }
  const createRepresentation = async (
    serialized: SerializedResult,
    encoding: Encoding | undefined,
    options: SendOptions,
  ) => {
    const body = encoding ? await compress(serialized, encoding, options.effort) : serialized.text()
    const etag = await (serialized.etag ?? quoted(digest(body)))
    const parts = { body, type: 'application/json', etag, encoding }
    const created = representation({ ...parts, headers: [...options.headers, 'Vary', 'Accept-Encoding'] })
    serialized.representations.set(encoding, created)
    return created
  }
  const offered: readonly Encoding[] = brotli ? ['br', 'gzip'] : ['gzip']
  return {
    respond(result, requestHeaders, headers, effort = 'quick') {
      const serialized = serializedOf(result, effort)
      const encoding =
        serialized.size < minSizeToCompress ? undefined : acceptedEncoding(requestHeaders, offered)
      const cached = serialized.representations.get(encoding)
      return cached
        ? unlessNotModified(cached, requestHeaders)
        : createRepresentation(serialized, encoding, { headers, effort }).then((created) =>
            unlessNotModified(created, requestHeaders),
          )
    },
    async prepare(result) {
      const serialized = serializedOf(result, 'most')
      if (serialized.size < minSizeToCompress) return
      // Requests in the meantime use the `quick` representations.
      for (const encoding of offered) {
        const compressBytes = encoding === 'br' && brotli ? brotli : gzip
        serialized.compressed.set(encoding, await compressBytes(serialized.text(), 'most'))
        serialized.representations.delete(encoding)
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
