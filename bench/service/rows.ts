/**
 * Measured requests, and their bars: the required rate as a share of a bare server's rate with the
 * same bytes.
 */
import { readFileSync } from 'node:fs'
import { dataPaths, loaderPath } from '#contract/api/paths.ts'

export type RouteBar = {
  readonly label: string
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  /** Minimum of the requests per second, divided by those of the bare server. */
  readonly minimum: number
}

/** Maximum of the 99th percentile of latency, divided by the bare server's. */
export const maxP99Ratio = 3
/** Minimum of uncached positions on cached chains, per second of one core. */
export const minNewPositions = 1000

const pathFor = (path: string, symbol: string) => path.replace('{symbol}', symbol)
const encodings = ['gzip', 'br'] as const

/** Path of the first script that the widget's document names. */
function appChunk(distFolder: string): string {
  const html = readFileSync(`${distFolder}/app/app/index.html`, 'utf8')
  const [chunk] = [...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path)
  if (!chunk) throw new Error(`${distFolder}/app/app/index.html names no script: run npm run build`)
  return chunk
}

/** The measured requests. @param distFolder the build */
export function routeBars(symbols: readonly string[], key: string, distFolder: string): readonly RouteBar[] {
  const acceptHeaders = (encoding: string) => ({ 'Accept-Encoding': encoding })
  const keyHeaders = (encoding: string) => ({ ...acceptHeaders(encoding), 'Op-Subscription-Key': key })
  const okWithKey = { status: 200, headers: keyHeaders('gzip') }
  const forEncodings = (
    label: string,
    path: string,
    headers: (encoding: string) => Readonly<Record<string, string>>,
    minimum: number,
  ): RouteBar[] =>
    encodings.map((encoding) => ({
      label: `${label}, ${encoding}`,
      paths: [path],
      headers: headers(encoding),
      status: 200,
      minimum,
    }))
  return [
    ...forEncodings('ideas', dataPaths.tradeIdeas, keyHeaders, 0.7),
    {
      ...okWithKey,
      label: `Why, ${symbols.length} symbols`,
      paths: symbols.map((symbol) => pathFor(dataPaths.why, symbol)),
      minimum: 0.5,
    },
    {
      ...okWithKey,
      label: 'income again',
      paths: [`${pathFor(dataPaths.income, symbols[0]!)}?stockQuantity=300`],
      minimum: 0.5,
    },
    {
      label: '401',
      paths: [dataPaths.tradeIdeas],
      headers: acceptHeaders('gzip'),
      status: 401,
      minimum: 0.5,
    },
    ...forEncodings('loader', loaderPath, acceptHeaders, 0.7),
    ...forEncodings('app', appChunk(distFolder), acceptHeaders, 0.7),
    { label: '/healthz', paths: ['/healthz'], headers: {}, status: 200, minimum: 0.5 },
  ]
}

/** Load of positions, each with a unique cost basis (`{n}`), so that none is cached. */
export const newPositionLoad = (symbols: readonly string[], key: string) => ({
  paths: symbols
    .slice(0, 25)
    .map((symbol) => `${pathFor(dataPaths.income, symbol)}?stockQuantity=300&costBasis=100.{n}`),
  headers: { 'Accept-Encoding': 'gzip', 'Op-Subscription-Key': key },
  status: 200,
})
