/** Decides which requests have a span: the sampler of `OTEL_TRACES_SAMPLER`, within the budget. */
import { trace } from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Sampler } from '@opentelemetry/sdk-trace'
import type { SamplerSettings } from './settings.ts'
import type { SpanBudget } from './span-budget.ts'

export function createSampler({ name, ratio }: SamplerSettings, budget: SpanBudget): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return withinBudget(name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root, budget)
}

/**
 * A caller chooses the sampled flag, and the trace id that a ratio is compared with. So each request with a parent
 * counts against the share of the callers.
 */
const withinBudget = (sampler: Sampler, budget: SpanBudget): Sampler => ({
  shouldSample(...request) {
    const result = sampler.shouldSample(...request)
    if (result.decision !== SamplingDecision.RECORD_AND_SAMPLED) return result
    const hasParent = trace.getSpanContext(request[0]) !== undefined
    return budget.take(hasParent ? 'caller' : 'own') ? result : { decision: SamplingDecision.NOT_RECORD }
  },
  toString: () => `WithinBudget{${sampler.toString()}}`,
})
