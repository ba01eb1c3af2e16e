/** Addresses of data requests. */
import { symbolPath } from './request.ts'

/** Parameters of a data request. */
export type RequestParameters = {
  symbol?: string | undefined
  query?: Readonly<Record<string, string | number | undefined>> | undefined
  signal?: AbortSignal
}

/** Returns the URL of a data request. `route` may contain the placeholder `{symbol}`. */
export function dataUrl(route: string, { symbol = '', query = {} }: RequestParameters = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const path = symbolPath(route, symbol)
  return entries.length ? `${path}?${new URLSearchParams(entries)}` : path
}
