/** Routes of the sealed record: its page, the list of entries and their files. They are public and need no credential. */
import {
  maxRecordEntries,
  recordListPath,
  recordPath,
  RecordQuerySchema,
  seriesPattern,
} from '#contract/responses/record.ts'
import type { RecordList, RecordQuery } from '#contract/responses/record.ts'
import { RecordSummaryQuerySchema, recordSummaryPath } from '#contract/responses/record-summary.ts'
import { Problem } from '#contract/api/problem.ts'
import type { SiteFiles } from '#service/http/documents/site-files.ts'
import { createNameCheck } from '#service/http/request/parameter-names.ts'
import { readQuery } from '#service/http/request/read-request.ts'
import { acceptedEncoding, gzipped } from '#service/http/response/encodings.ts'
import { representation, unlessNotModified } from '#service/http/response/representation.ts'
import { createResponseSerializer } from '#service/http/response/response-serializer.ts'
import { headerList, htmlResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import { createSeriesReader, overviewOf } from '#service/record/series-facts.ts'
import type { SeriesFacts, SeriesReaderParts } from '#service/record/series-facts.ts'
import { sha256Of } from '#service/record/canonical-json.ts'
import type { RecordRepository, RecordSummary } from '#service/store/record.ts'
import type { Store } from '#service/store/store.ts'
import { recordPage } from './record-page.ts'
import type { RecordPageAssets } from './record-page.ts'
import { filePathOf } from './record-paths.ts'

export type RecordRouteParts = Pick<SeriesReaderParts, 'market' | 'elapsed' | 'clock'> & {
  readonly store: Pick<Store, 'record' | 'batches' | 'scans'>
}

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

/** Scripts and styles of this origin only, none inline. */
const pageHeaders = {
  'Cache-Control': 'public, max-age=300',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
}

/** The page's files in the build of the documentation (vite.docs.config.ts). */
function pageAssetsOf({ docs }: Pick<SiteFiles, 'docs'>): RecordPageAssets {
  const names = [...(docs?.assets.keys() ?? [])]
  const pathOf = (pattern: RegExp) => {
    const name = names.find((candidate) => pattern.test(candidate))
    return name && `/docs/assets/${name}`
  }
  return {
    script: pathOf(/^record-charts-[^.]+\.js$/),
    style: pathOf(/^record-[^.]+\.css$/),
    verifier: pathOf(/^verify-record-\d+\.mjs$/),
  }
}

export function createRecordRoutes(
  { market, elapsed, clock, store: { record, batches, scans } }: RecordRouteParts,
  files: Pick<SiteFiles, 'docs'>,
): Route[] {
  const serializer = createResponseSerializer()
  const readSeries = createSeriesReader({ market, elapsed, clock, record, batches, scans })
  const renderPage = createPageRenderer(pageAssetsOf(files))
  const checkSummaryNames = createNameCheck(Object.keys(RecordSummaryQuerySchema.entries))
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
    route('recordSummary', recordSummaryPath, async (request) => {
      request.warnings = checkSummaryNames(request.url)
      const { series } = readQuery(request.url.searchParams, RecordSummaryQuerySchema)
      const facts = await readSeries()
      const overview = overviewOf(
        facts.filter(({ latest }) => series === undefined || latest.series === series),
      )
      return serializer.respond(overview, request.headers, listHeaders, 'once')
    }),
    route('recordPage', recordPath, async () => htmlResponse(renderPage(await readSeries()), pageHeaders)),
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

/** Returns a function that renders the page, once for each array of facts. */
function createPageRenderer(assets: RecordPageAssets): (facts: readonly SeriesFacts[]) => string {
  let rendered: { readonly facts: readonly SeriesFacts[]; readonly html: string } | undefined
  return (facts) => {
    if (rendered?.facts !== facts) rendered = { facts, html: recordPage(facts, assets) }
    return rendered.html
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
