/** Limits the exported spans of a process (`spanLimits`), whatever callers and the sampler ask for. */
import { spanLimits } from '#service/shared/limits.ts'
import type { Metrics } from '#service/shared/metrics.ts'

/** Who asks for a span: the operator's sampler, or the sampled flag of the caller's `traceparent`. */
export type SpanOrigin = 'own' | 'caller'

export type SpanBudget = {
  /** Takes a place in the queue of spans. If there is none, counts the span as dropped and returns false. */
  readonly take: (origin: SpanOrigin) => boolean
  /** Returns the places of spans that have left the queue. */
  readonly release: (count: number) => void
}

/** @param elapsed monotonic milliseconds */
export function createSpanBudget(
  metrics: Pick<Metrics, 'counter'>,
  elapsed: () => number,
  limits: Readonly<Record<keyof typeof spanLimits, number>> = spanLimits,
): SpanBudget {
  const perSecond = { own: limits.ownPerSecond, caller: limits.callerPerSecond }
  const taken = { own: 0, caller: 0 }
  let windowStart = -Infinity
  let queued = 0
  const dropsBy = (cause: string) => metrics.counter('service_telemetry_spans_dropped_total', { cause })
  const countRateDrop = { own: dropsBy('own-rate'), caller: dropsBy('caller-rate') }
  const countQueueDrop = dropsBy('queue-full')
  return {
    take(origin) {
      const now = elapsed()
      if (now - windowStart >= 1000) [windowStart, taken.own, taken.caller] = [now, 0, 0]
      const isOverRate = taken[origin] >= perSecond[origin]
      if (isOverRate || queued >= limits.queued) {
        if (isOverRate) countRateDrop[origin]()
        else countQueueDrop()
        return false
      }
      taken[origin]++
      queued++
      return true
    },
    release: (count) => void (queued -= count),
  }
}
