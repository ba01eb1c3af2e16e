/** Operations of the sealed record, which are public. */
import { maxRecordEntries, recordFormat, recordListPath, recordPath } from '#contract/responses/record.ts'
import { recordSummaryPath } from '#contract/responses/record-summary.ts'
import { refTo } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { problemResponses, responseHeaders } from './responses.ts'

const series = 'test-simulated-v4'
const sha256 = '9b3f6c1d52e04a7788c1f0aa35d9e6b24c7d8e9f0a1b2c3d4e5f60718293a4b5'
const previousSha256 = '1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0'
const key = { id: '0f4c2b7a91d3e658', publicKey: 'dYxGz0m3nJq1cVwR4bTn8kLh2sPf6aUe9oXi5yQ7tMk' }

const listExample = {
  entries: [
    {
      series,
      number: 2,
      night: '2026-11-20',
      publishedAt: '2026-11-21T07:01:12.004Z',
      sha256,
      previousSha256,
      keyId: key.id,
      ideas: 31,
      picks: 200,
      resolutions: 14,
      path: `${recordPath}/${series}/2026-11-20.json`,
    },
  ],
  next: '2026-11-20',
}

const overviewExample = {
  minResolved: 30,
  series: [
    {
      series,
      environment: 'test',
      isCurrent: true,
      nights: 62,
      firstNight: '2026-08-25',
      lastNight: '2026-11-20',
      missed: ['2026-10-08'],
      resolved: 412,
      expired: 309,
      void: 1,
      withResult: 412,
      losers: 74,
      means: { profit: 96.12, stock: 88.4, cash: 61.9 },
      calibration: [{ from: 0.7, to: 0.8, count: 240, stated: 0.742, observed: 0.754, error: 0.031 }],
      yields: [
        { right: 'call', from: null, to: null, count: 205, premium: 0.0161, forgone: 0.0124, net: 0.0037 },
        { right: 'call', from: 0.7, to: 0.8, count: 121, premium: 0.0158, forgone: 0.0119, net: 0.0039 },
      ],
      groups: [
        {
          right: 'call',
          from: 0.7,
          to: 0.8,
          minDays: 0,
          maxDays: 49,
          resolved: 121,
          expired: 92,
          stated: 0.743,
        },
      ],
    },
  ],
}

const fileExample = {
  entry: {
    format: recordFormat,
    series,
    environment: 'test',
    source: 'simulated',
    formula: 4,
    rules: 1,
    number: 2,
    night: '2026-11-20',
    publishedAt: '2026-11-21T07:01:12.004Z',
    previous: { night: '2026-11-19', sha256: previousSha256 },
    missed: [],
    keyChanges: [],
    batch: '2026-11-20-5f1c09ab77e2',
    rate: 0.04,
    ideas: [],
    picks: [
      {
        pick: 1,
        symbol: 'AAPL',
        contract: 'AAPL261218P00295000',
        right: 'put',
        strike: 295,
        expiry: '2026-12-18',
        quotedAt: '2026-11-21T06:59:58.000Z',
        probability: 0.7421,
        probabilityOfProfit: 0.7832,
        score: 108,
        forecast: { kind: 'mixture', impliedWeight: 0.5, realizedVolatility: 0.2318, reportMove: null },
        values: {
          bid: 4.85,
          fairValue: 4.9312,
          underlying: 306.12,
          expectedGain: 3.1204,
          expectedLoss: 2.8893,
        },
        sealed: null,
      },
    ],
    dividends: [],
    resolutions: [
      {
        night: '2026-10-16',
        pick: 3,
        outcome: 'expired',
        reason: null,
        settledOn: '2026-11-20',
        splits: [],
        dividends: [],
        values: { close: 306.12, before: [] },
        sealed: null,
        result: { profit: 384.35, stock: 512, cash: 111.13 },
      },
    ],
  },
  key,
  signature: 'mO2vWq7cQ1xTn4sYkR8bLz0pHdUe5gJf3aVi9oMw6tX2hZrCqB1yDlNuEjSPAKGv',
}

const query = (name: string, description: string, schema: JsonSchema, example: string | number) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  example,
})
const inPath = (name: string, description: string, example: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})
const seriesParameter = query(
  'series',
  'Returns only this series. Without it, all series are returned.',
  { type: 'string' },
  series,
)
const day: JsonSchema = { type: 'string', format: 'date' }

/** Path items of the record, by path. */
export const recordPaths: Readonly<Record<string, JsonSchema>> = {
  [recordListPath]: {
    get: {
      operationId: 'record',
      tags: ['Record'],
      summary: 'Record: the nights of the sealed record, newest first',
      description:
        'Lists the entries of the sealed record with the hashes and paths of their files. Needs no credential. For the next page, repeat the request with `before` set to `next`; a night is never divided between two pages, so a page may have fewer or more entries than `limit`.',
      security: [],
      parameters: [
        seriesParameter,
        query('before', 'Returns only entries of earlier nights than this day.', day, '2026-11-20'),
        query(
          'limit',
          `Number of entries, 1 to ${maxRecordEntries}. Without it, 50.`,
          { type: 'integer', minimum: 1, maximum: maxRecordEntries, default: 50 },
          50,
        ),
      ],
      responses: {
        200: {
          description: 'The entries.',
          headers: responseHeaders('revalidation', 'warning'),
          content: { 'application/json': { schema: refTo('RecordList'), example: listExample } },
        },
        ...problemResponses(['malformed-parameter', 'rate-limited', 'internal', 'unavailable']),
      },
    },
  },
  [recordSummaryPath]: {
    get: {
      operationId: 'recordSummary',
      tags: ['Record'],
      summary: 'Record: what came of the picks, losers included',
      description:
        'Returns counts, calibration, premiums beside what they cost, and groups of similar picks for each series. Figures need at least `minResolved` resolved picks; below, only counts are returned. [The sealed record](/docs/record) has the definitions. Needs no credential.',
      security: [],
      parameters: [seriesParameter],
      responses: {
        200: {
          description: 'The series.',
          headers: responseHeaders('revalidation', 'warning'),
          content: { 'application/json': { schema: refTo('RecordOverview'), example: overviewExample } },
        },
        ...problemResponses(['malformed-parameter', 'rate-limited', 'internal', 'unavailable']),
      },
    },
  },
  [`${recordPath}/{series}/{night}.json`]: {
    get: {
      operationId: 'recordFile',
      tags: ['Record'],
      summary: 'Record: the signed file of a night',
      description:
        'Returns the file of a night, which never changes: canonical JSON (RFC 8785) of an entry with the Ed25519 signature of the entry. [The sealed record](/docs/record) describes its members and how to verify it. Needs no credential.',
      security: [],
      parameters: [
        inPath('series', 'Name of the series.', series),
        inPath('night', 'Trading day of the night.', '2026-11-20'),
      ],
      responses: {
        200: {
          description: 'The file.',
          headers: responseHeaders('revalidation'),
          content: { 'application/json': { schema: refTo('RecordFile'), example: fileExample } },
        },
        ...problemResponses(['route-unknown', 'rate-limited', 'internal', 'unavailable']),
      },
    },
  },
}
