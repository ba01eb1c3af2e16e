/** Requests to the service, and the required share of a bare server's rate with the same bytes. */
import { readFileSync } from 'node:fs'
import { dataPaths, loaderPath } from '#contract/api/paths.ts'

export type RouteBar = {
  readonly what: string
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  /** Requests a second against the bare server's. */
  readonly least: number
}

/** The 99th percentile against the bare server's. */
export const mostOfP99 = 3
/** New positions on warm chains: required responses a second of one core. */
export const leastNewPositions = 1000

const of = (path: string, symbol: string) => path.replace('{symbol}', symbol)
const encodings = ['gzip', 'br'] as const

/** The largest file that every widget loads. */
function appChunk(dist: string): string {
  const html = readFileSync(`${dist}/app/app/index.html`, 'utf8')
  const [chunk] = [...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path)
  if (!chunk) throw new Error('the build names no script: run npm run build')
  return chunk
}

export function barsFor(symbols: readonly string[], key: string, dist: string): readonly RouteBar[] {
  const asking = (encoding: string) => ({ 'Accept-Encoding': encoding })
  const known = (encoding: string) => ({ ...asking(encoding), 'Op-Subscription-Key': key })
  const ok = { status: 200, headers: known('gzip') }
  const both = (
    what: string,
    path: string,
    headers: (encoding: string) => Readonly<Record<string, string>>,
    least: number,
  ): RouteBar[] =>
    encodings.map((encoding) => ({
      what: `${what}, ${encoding}`,
      paths: [path],
      headers: headers(encoding),
      status: 200,
      least,
    }))
  return [
    ...both('ideas', dataPaths.tradeIdeas, known, 0.7),
    {
      ...ok,
      what: `Why, ${symbols.length} symbols`,
      paths: symbols.map((symbol) => of(dataPaths.why, symbol)),
      least: 0.5,
    },
    {
      ...ok,
      what: 'income again',
      paths: [`${of(dataPaths.income, symbols[0]!)}?stockQuantity=300`],
      least: 0.5,
    },
    {
      what: '401',
      paths: [dataPaths.tradeIdeas],
      headers: asking('gzip'),
      status: 401,
      least: 0.5,
    },
    ...both('loader', loaderPath, asking, 0.7),
    ...both('app', appChunk(dist), asking, 0.7),
    { what: '/healthz', paths: ['/healthz'], headers: {}, status: 200, least: 0.5 },
  ]
}

/** Each with a unique number, so that none is cached. */
export const newPositions = (symbols: readonly string[], key: string) => ({
  paths: symbols
    .slice(0, 25)
    .map((symbol) => `${of(dataPaths.income, symbol)}?stockQuantity=300&costBasis=100.{n}`),
  headers: { 'Accept-Encoding': 'gzip', 'Op-Subscription-Key': key },
  status: 200,
})
