/** Static content of the service, in memory. On Node it is read from disk; elsewhere it is absent. */
import type { Skeletons } from '#contract/api/initial-frame.ts'
import { Problem } from '#contract/api/problem.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { BuildManifest } from './document-hints.ts'
import type { DocsPlaceholders } from './docs-words.ts'
import { acceptedEncoding } from '#service/http/response/encodings.ts'
import type { Encoding } from '#service/http/response/encodings.ts'
import type { RequestHeaders } from '#service/http/request/request.ts'
import { representation, unlessNotModified } from '#service/http/response/representation.ts'
import type { Representation } from '#service/http/response/representation.ts'
import { headerList } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'

/** A file in memory. */
export type StaticFile = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Its `Content-Type`. */
  readonly type: string
  /** ETag of the uncompressed bytes, with quotes. */
  readonly etag: string
  /** The compressed bytes; absent if compression saves nothing. */
  readonly encoded?: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>
}

/** The documentation. */
export type DocsFiles = {
  /** Files that its pages load, by name. */
  readonly assets: ReadonlyMap<string, StaticFile>
  /**
   * A page by its name below `/docs/` (`index` is `/docs` itself), with placeholders filled in; undefined for
   * an unknown name.
   */
  readonly page: (name: string, words: DocsPlaceholders) => StaticFile | undefined
}

/** The built files and the releases. */
export type SiteFiles = {
  /** HTML of the built frame document. */
  readonly frame: string | undefined
  /** The build's files by module; empty without a build. */
  readonly manifest: BuildManifest
  /** Skeletons for the document before its scripts; empty without a build. */
  readonly skeletons: Skeletons
  /** By path, for example `assets/app-1.js`. */
  readonly assets: ReadonlyMap<string, StaticFile>
  readonly loader: StaticFile | undefined
  /** Loaders that partners may have pinned, by name below `/widgetLoader/`. */
  readonly releases: ReadonlyMap<string, StaticFile>
  /** List of the loaders, as JSON. */
  readonly releaseList: StaticFile | undefined
  /** Version and integrity of the newest loader. */
  readonly newestLoader: DocsPlaceholders['loader']
  readonly docs: DocsFiles | undefined
  /** The demo's page, by file name. */
  readonly playground: ReadonlyMap<string, StaticFile>
}

/** The content without a build. */
export const noFiles: SiteFiles = {
  frame: undefined,
  manifest: {},
  skeletons: {},
  assets: new Map(),
  loader: undefined,
  releases: new Map(),
  releaseList: undefined,
  newestLoader: undefined,
  docs: undefined,
  playground: new Map(),
}

/** @throws Problem `unavailable` if the file has not been built, with the command that builds it */
export function built<T>(
  file: T | undefined,
  detail = 'The widget has not been built: run npm run build.',
): T {
  if (file !== undefined) return file
  throw new Problem('unavailable', { detail })
}

/** Responds with a file: 304 if the client has it, compressed if the client accepts that. */
export type FileResponse = (asked: RequestHeaders, file: StaticFile) => MaybePromise<HttpResponse>

/** @param headers response headers of each file. Responses are cached for the lifetime of the file. */
export function fileResponses(headers: Readonly<Record<string, string>>): FileResponse {
  const known = new WeakMap<StaticFile, Map<Encoding | undefined, Representation>>()
  const keep = (file: StaticFile, encoding: Encoding | undefined, body: StaticFile['bytes']) => {
    const { type, etag, encoded } = file
    const list = headerList({ ...headers, ...(encoded ? { Vary: 'Accept-Encoding' } : {}) })
    const made = representation({ body, type, etag, encoding, headers: list })
    known.set(file, (known.get(file) ?? new Map()).set(encoding, made))
    return made
  }
  return (asked, file) => {
    const encoding = file.encoded && acceptedEncoding(asked)
    const kept = known.get(file)?.get(encoding)
    if (kept) return unlessNotModified(kept, asked)
    if (!encoding || !file.encoded) return unlessNotModified(keep(file, undefined, file.bytes), asked)
    return file.encoded(encoding).then((body) => unlessNotModified(keep(file, encoding, body), asked))
  }
}

/** A response for a single file with additional headers. */
export const sendFile = (
  asked: RequestHeaders,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): MaybePromise<HttpResponse> => fileResponses(headers)(asked, file)
