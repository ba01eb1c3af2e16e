/** Static content of the service, in memory. Node reads it from disk; other platforms have none. */
import type { Skeletons } from '#contract/api/initial-frame.ts'
import { Problem } from '#contract/api/problem.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { BuildManifest } from './document-hints.ts'
import type { DocsPlaceholders } from './docs-placeholders.ts'
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
  /** `Content-Type` of the file. */
  readonly type: string
  /** ETag of the uncompressed bytes, with quotes. */
  readonly etag: string
  /** Returns the compressed bytes. Absent if compression saves nothing. */
  readonly encoded?: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>
}

/** The documentation. */
export type DocsFiles = {
  /** Files that the pages load, by name. */
  readonly assets: ReadonlyMap<string, StaticFile>
  /**
   * Returns a page by its name below `/docs/` (`index` is `/docs` itself) with its placeholders
   * filled in. Undefined for an unknown name.
   */
  readonly page: (name: string, placeholders: DocsPlaceholders) => StaticFile | undefined
}

/** A loader that pages may pin. */
export type LoaderEntry = {
  readonly version: string
  readonly protocol: number
  /** Subresource Integrity value. */
  readonly integrity: string
  readonly bytes: number
  /** Last day of the support window of the release, `YYYY-MM-DD`; null if its app is not kept. */
  readonly supportedUntil: string | null
}

/** The parts of one build of the app that its document is composed of. */
export type AppFiles = {
  /** HTML of the built frame document. */
  readonly frame: string | undefined
  /** The build's files by module; empty without a build. */
  readonly manifest: BuildManifest
  /** Skeletons for the document before its scripts; empty without a build. */
  readonly skeletons: Skeletons
}

/** The built files and the releases. */
export type SiteFiles = AppFiles & {
  /** Version of the build. */
  readonly builtVersion: string
  /** Apps of the kept releases, by version. Releases up to 1.2.0 have none. */
  readonly keptApps: ReadonlyMap<string, AppFiles>
  /** Files of the build and of the kept apps, by path, for example `assets/app-1.js`. */
  readonly assets: ReadonlyMap<string, StaticFile>
  readonly loader: StaticFile | undefined
  /** Loaders that partners may have pinned, by name below `/widgetLoader/`. */
  readonly releases: ReadonlyMap<string, StaticFile>
  /** The loaders by version, newest first. */
  readonly loaders: readonly LoaderEntry[]
  readonly docs: DocsFiles | undefined
  /** The demo's page, by file name. */
  readonly playground: ReadonlyMap<string, StaticFile>
}

/** The content if nothing has been built. */
export const noFiles: SiteFiles = {
  frame: undefined,
  manifest: {},
  skeletons: {},
  builtVersion: '0.0.0',
  keptApps: new Map(),
  assets: new Map(),
  loader: undefined,
  releases: new Map(),
  loaders: [],
  docs: undefined,
  playground: new Map(),
}

/**
 * Returns the file.
 *
 * @throws Problem `unavailable` with the build command if the file has not been built
 */
export function requireBuilt<T>(
  file: T | undefined,
  detail = 'The widget has not been built. Run npm run build.',
): T {
  if (file !== undefined) return file
  throw new Problem('unavailable', { detail })
}

/**
 * Responds with a file, compressed if the client accepts that, or with 304 if the client has it.
 */
export type FileResponder = (requestHeaders: RequestHeaders, file: StaticFile) => MaybePromise<HttpResponse>

/** Returns a function that responds with a file. Caches responses for the lifetime of the file. */
export function createFileResponder(headers: Readonly<Record<string, string>>): FileResponder {
  const cache = new WeakMap<StaticFile, Map<Encoding | undefined, Representation>>()
  const cacheRepresentation = (
    file: StaticFile,
    encoding: Encoding | undefined,
    body: StaticFile['bytes'],
  ) => {
    const { type, etag, encoded } = file
    const list = headerList({ ...headers, ...(encoded ? { Vary: 'Accept-Encoding' } : {}) })
    const created = representation({ body, type, etag, encoding, headers: list })
    cache.set(file, (cache.get(file) ?? new Map()).set(encoding, created))
    return created
  }
  return (requestHeaders, file) => {
    const encoding = file.encoded && acceptedEncoding(requestHeaders)
    const cached = cache.get(file)?.get(encoding)
    if (cached) return unlessNotModified(cached, requestHeaders)
    if (!encoding || !file.encoded)
      return unlessNotModified(cacheRepresentation(file, undefined, file.bytes), requestHeaders)
    return file
      .encoded(encoding)
      .then((body) => unlessNotModified(cacheRepresentation(file, encoding, body), requestHeaders))
  }
}

/** Responds with a single file and additional headers. */
export const sendFile = (
  requestHeaders: RequestHeaders,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): MaybePromise<HttpResponse> => createFileResponder(headers)(requestHeaders, file)
