/** Routes of the sealed record: its page, the list of entries and their files. They are public and need no credential. */
import {
  maxRecordEntries,
  recordListPath,
  recordPath,
  RecordQuerySchema,
  seriesPattern,
} from '#contract/responses/record.ts'
import type { RecordList, RecordQuery } from '#contract/responses/record.ts'
import { Problem } from '#contract/api/problem.ts'
import { createNameCheck } from '#service/http/request/parameter-names.ts'
import { readQuery } from '#service/http/request/read-request.ts'
import { acceptedEncoding, gzipped } from '#service/http/response/encodings.ts'
import { representation, unlessNotModified } from '#service/http/response/representation.ts'
import { createResponseSerializer } from '#service/http/response/response-serializer.ts'
import { headerList, htmlResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import { readSeriesFacts } from '#service/record/page-facts.ts'
import { sha256Of } from '#service/record/canonical-json.ts'
import type { RecordRepository, RecordSummary } from '#service/store/record.ts'
import { recordPage } from './record-page.ts'
import { filePathOf } from './record-paths.ts'

export type RecordRouteParts = { readonly store: { readonly record: RecordRepository } }

/** Number of entries without `limit`. */
const defaultEntries = 50
/** More series than one night can have. */
const maxSeriesOfNight = 1000

const publicHeaders = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }
/** A file never changes. */
const fileHeaders = headerList({
  ...publicHeaders,
  'Cache-Control': 'public, max-age=31536000, immutable',
  Vary: 'Accept-Encoding',
})
const listHeaders = headerList({ ...publicHeaders, 'Cache-Control': 'public, max-age=60' })

const pageHeaders = {
  'Cache-Control': 'public, max-age=300',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
/** Maximum number of nights of a series on the page. */
const nightsOnPage = 30

export function createRecordRoutes({ store: { record } }: RecordRouteParts): Route[] {
  const serializer = createResponseSerializer()
  const readPage = createPageReader(record)
  const checkNames = createNameCheck(Object.keys(RecordQuerySchema.entries))
  /** Each request costs a query of the store, so requests are counted by address before it. */
  const route = (name: string, path: string, handle: Route['handle']): Route => ({
    method: 'GET',
    door: 'any',
    limits: ['recordAddress'],
    isPublicFile: true,
    name,
    path,
    async handle(request) {
      await request.onIdentified({ kind: 'address', address: request.address })
      return handle(request)
    },
  })
  return [
    route('recordList', recordListPath, async (request) => {
      request.warnings = checkNames(request.url)
      const list = await listOf(record, readQuery(request.url.searchParams, RecordQuerySchema))
      return serializer.respond(list, request.headers, listHeaders, 'quick')
    }),
    route('recordPage', recordPath, async () => htmlResponse(await readPage(), pageHeaders)),
    route('recordFile', `${recordPath}/{series}/{file}`, async ({ headers, parameters }) => {
      const { series = '', file = '' } = parameters
      const [, night] = /^(\d{4}-\d\d-\d\d)\.json$/.exec(file) ?? []
      const text = night && seriesPattern.test(series) ? await record.file(series, night) : undefined
      if (text === undefined) throw new Problem('route-unknown')
      const bytes = new TextEncoder().encode(text)
      const encoding = acceptedEncoding(headers, ['gzip'])
      const body = encoding ? await gzipped(bytes) : bytes
      const etag = `"${(await sha256Of(text)).slice(0, 32)}"`
      return unlessNotModified(
        representation({ body, type: 'application/json', etag, encoding, headers: fileHeaders }),
        headers,
      )
    }),
  ]
}

/** Returns the page as HTML. It is composed again only after a new entry, because it reads all results. */
function createPageReader(record: RecordRepository): () => Promise<string> {
  let composed: { readonly heads: string; readonly html: Promise<string> } | undefined
  return async () => {
    const names = await record.series()
    const latest = (await Promise.all(names.map((name) => record.latest(name)))).filter(
      (summary) => summary !== undefined,
    )
    const heads = latest.map(({ sha256 }) => sha256).join()
    if (composed?.heads !== heads) {
      const html = Promise.all(latest.map((summary) => readSeriesFacts(record, summary, nightsOnPage))).then(
        recordPage,
      )
      composed = { heads, html }
      // The next request retries a failure.
      html.catch(() => (composed = undefined))
    }
    return composed.html
  }
}

/** A page of the list. A night is never divided between two pages, because `before` names a night. */
async function listOf(
  record: Pick<RecordRepository, 'list'>,
  { series, before, limit = defaultEntries }: RecordQuery,
): Promise<RecordList> {
  const filter = { ...(series !== undefined && { series }), ...(before !== undefined && { before }) }
  const found = await record.list({ ...filter, limit: Math.min(limit, maxRecordEntries) + 1 })
  const cut = found.length > limit ? found.at(-1)! : undefined
  if (!cut) return { entries: found.map(withPath), next: null }
  const whole = found.filter(({ night }) => night > cut.night)
  if (whole.length > 0) return { entries: whole.map(withPath), next: whole.at(-1)!.night }
  const sameNight = (await record.list({ ...filter, limit: maxSeriesOfNight })).filter(
    ({ night }) => night === cut.night,
  )
  return { entries: sameNight.map(withPath), next: cut.night }
}

const withPath = (summary: RecordSummary) => ({ ...summary, path: filePathOf(summary) })
