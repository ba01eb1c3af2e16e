import type { Recording } from './recording.ts'

/** Proxies for the S&P 500, best first. */
const proxies = ['SPY', 'VOO', 'IVV', '^GSPC', 'VTI', 'QQQ', 'DIA', 'IWM']

/** Symbols that may be the benchmark of a folder, best first; the first with bars is. */
export const benchmarksOf = (recording: Recording | undefined): readonly string[] =>
  recording ? [recording.benchmark, ...proxies] : proxies
