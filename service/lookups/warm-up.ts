/**
 * Warm-up for the first requests of a widget: the ideas of a new batch, and Why and How of their
 * first symbol. Ideas are cached until the next batch. The other results are cached for seconds
 * only, but reading the source and running the code once saves the first request about 50 ms.
 */
import type { Log } from '#service/shared/log.ts'
import { nextEventLoopTurn } from '#service/shared/event-loop.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import type { ServedLookups } from './licence/served-lookups.ts'

type FirstLookups = Pick<ServedLookups, 'tradeIdeas' | 'firstSymbol' | 'why' | 'income' | 'history' | 'tone'>

export type WarmUpParts = {
  readonly lookups: FirstLookups
  /** Creates and caches every compressed form of a result. */
  readonly pack: (result: object) => Promise<void>
  readonly log: Log
}

export type WarmUp = {
  /**
   * Starts the warm-up in the background, in steps, so that requests are served in between. Never
   * throws.
   */
  readonly prepare: () => void
  /** Stops the warm-up after the running step. */
  readonly stop: () => void
}

export function createWarmUp({ lookups, pack, log }: WarmUpParts): WarmUp {
  let isStopped = false
  const stepsForSymbol = (symbol: string) => [
    () => lookups.why(symbol),
    () => lookups.income(symbol, {}),
    () => lookups.history(symbol, { range: '6M' }),
  ]
  // A warning only: the first request computes the result itself and reports the error.
  const logFailure = (error: unknown) => {
    const reason = errorMessage(error)
    if (!isStopped) log('warn', 'warm-up-failed', { reason })
  }
  const prepare = async () => {
    const symbol = await lookups.firstSymbol()
    const steps: (() => unknown)[] = [
      ...(symbol === null ? [] : stepsForSymbol(symbol)),
      () => lookups.tone(),
      // Last, because ideas can be sent uncompressed, or with fast compression, before this step.
      async () => pack(await lookups.tradeIdeas()),
    ]
    for (const step of steps) {
      await nextEventLoopTurn()
      if (isStopped) return
      try {
        await step()
      } catch (error) {
        logFailure(error)
      }
    }
  }
  return {
    prepare: () => void prepare().catch(logFailure),
    stop: () => void (isStopped = true),
  }
}
