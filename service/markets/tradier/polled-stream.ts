/** Quotes of the sandbox, which has no stream: all symbols are polled with as few calls as possible. */
import type { OpenStream } from '#service/markets/kit/quote-stream.ts'
import { polledStream, type PolledStreamOptions } from '#service/markets/kit/polled-stream.ts'
import { symbolOfKey, type StreamValue } from './frames.ts'
import { symbolsPerCall } from './quotes.ts'

/** At most 12 of the sandbox's 60 calls a minute. */
const msPerCall = 5_000

/** @param pollMs milliseconds between the polls of `symbolsPerCall` symbols; more symbols take proportionally longer */
export const polledQuotes = (
  snapshot: PolledStreamOptions<StreamValue>['snapshot'],
  pollMs = msPerCall,
): OpenStream<StreamValue> =>
  polledStream({
    snapshot,
    pollMs(keys) {
      const symbols = new Set([...keys].map(symbolOfKey))
      return pollMs * Math.max(1, Math.ceil(symbols.size / symbolsPerCall))
    },
  })
