/** What is served beside the API, as values: whoever has a disk reads them, and nobody else needs one. */
import type { Skeletons } from '#contract/api/initial-frame.ts'
import { Problem } from '#contract/api/problem.ts'
import type { BuildManifest } from './document-hints.ts'
import type { DocsWords } from './docs-words.ts'
import { acceptedEncoding } from '../response/encodings.ts'
import type { Encoding } from '../response/encodings.ts'
import { fieldList, representation, responseOf, unlessKnown } from '../response/kept-answer.ts'
import type { AskedFields, KeptAnswer, Representation } from '../response/kept-answer.ts'

/** A file in memory. */
export type StaticFile = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Its `Content-Type`. */
  readonly type: string
  /** Of the bytes as they are, with its quotes. */
  readonly etag: string
  /** The bytes compressed; absent where that saves nothing. */
  readonly encoded?: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>
}

/** The documentation. */
export type DocsFiles = {
  /** What its pages load, by name. */
  readonly assets: ReadonlyMap<string, StaticFile>
  /** A page by its name below `/docs/` (`index` is `/docs` itself), saying where it is served; undefined where there is none. */
  readonly page: (name: string, words: DocsWords) => StaticFile | undefined
}

/** The built files and the releases. */
export type SiteFiles = {
  /** The frame's document as it was built, HTML. */
  readonly frame: string | undefined
  /** What was built, by module; empty where nothing was. */
  readonly manifest: BuildManifest
  /** What the document shows before its scripts; empty where that was not built. */
  readonly skeletons: Skeletons
  /** By their path, as in `assets/app-1.js`. */
  readonly assets: ReadonlyMap<string, StaticFile>
  readonly loader: StaticFile | undefined
  /** The loaders that partners may have pinned, by their name below `/widgetLoader/`. */
  readonly releases: ReadonlyMap<string, StaticFile>
  /** What there is of them, as JSON. */
  readonly releaseList: StaticFile | undefined
  /** The newest loader, as a tag that pins it names it. */
  readonly newestLoader: DocsWords['loader']
  readonly docs: DocsFiles | undefined
  /** The demo's page, by file name. */
  readonly playground: ReadonlyMap<string, StaticFile>
}

/** Where nothing was built. */
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

/** @throws Problem `unavailable` where the file was not built, with what is to be done about it */
export function built<T>(
  file: T | undefined,
  detail = 'The widget has not been built: run npm run build.',
): T {
  if (file !== undefined) return file
  throw new Problem('unavailable', { detail })
}

/** Answers with a file: 304 where the client has it, compressed where the client can read that. */
export type FileAnswer = (asked: AskedFields, file: StaticFile) => KeptAnswer | Promise<KeptAnswer>

/** @param headers what is said of each of the files. What is made of a file is kept for as long as the file is. */
export function fileAnswers(headers: Readonly<Record<string, string>>): FileAnswer {
  const known = new WeakMap<StaticFile, Map<Encoding | undefined, Representation>>()
  const keep = (file: StaticFile, encoding: Encoding | undefined, body: StaticFile['bytes']) => {
    const { type, etag, encoded } = file
    const fields = fieldList({ ...headers, ...(encoded ? { Vary: 'Accept-Encoding' } : {}) })
    const made = representation({ body, type, etag, encoding, fields })
    known.set(file, (known.get(file) ?? new Map()).set(encoding, made))
    return made
  }
  return (asked, file) => {
    const encoding = file.encoded && acceptedEncoding(asked)
    const kept = known.get(file)?.get(encoding)
    if (kept) return unlessKnown(kept, asked)
    if (!encoding || !file.encoded) return unlessKnown(keep(file, undefined, file.bytes), asked)
    return file.encoded(encoding).then((body) => unlessKnown(keep(file, encoding, body), asked))
  }
}

/** The same once, for what is said of this file alone. */
export async function sendFile(
  asked: AskedFields,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return responseOf({ kept: await fileAnswers(headers)(asked, file) })
}
