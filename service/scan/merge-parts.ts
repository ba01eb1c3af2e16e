/**
 * Merges the results of a scan's parts: all scores determine the ranks, and the ranks the ideas. For
 * thousands of symbols this takes milliseconds per step, with yields to the event loop in between.
 */
import type { FullTradeIdea } from '#contract/responses/full-ideas.ts'
import { config } from '#service/analysis/config.ts'
import { byIncome } from '#service/analysis/ideas/best-trades.ts'
import { byRankedStrength, finishIdea } from '#service/analysis/ideas/idea.ts'
import { nextEventLoopTurn } from '#service/shared/event-loop.ts'
import type { PartResult } from './scan-context.ts'

export type MergedScan = Omit<PartResult, 'drafts'> & {
  /** The strongest ideas (`config.ideas.most`), then by ticker, so that the result is deterministic. */
  readonly ideas: readonly FullTradeIdea[]
}

/** `dateOfScan`: ISO 8601 UTC. The order of the parts only determines the order of the failures. */
export const mergeParts = async (parts: readonly PartResult[], dateOfScan: string): Promise<MergedScan> => {
  const scores = parts
    .flatMap((part) => part.scores)
    .toSorted((a, b) => a.score - b.score || (a.symbol < b.symbol ? -1 : 1))
  await nextEventLoopTurn()
  const ideas = parts
    .flatMap((part) => part.drafts)
    .map((draft) => finishIdea(draft, scores, dateOfScan))
    .toSorted(byRankedStrength)
    .slice(0, config.ideas.maxIdeas)
    .map(({ idea }) => idea)
  await nextEventLoopTurn()
  const trades = parts.flatMap((part) => part.trades).toSorted(byIncome)
  await nextEventLoopTurn()
  return {
    scores,
    ideas,
    trades,
    volatilities: parts.flatMap((part) => part.volatilities),
    chains: parts.flatMap((part) => part.chains).toSorted(),
    failures: parts.flatMap((part) => part.failures),
  }
}
