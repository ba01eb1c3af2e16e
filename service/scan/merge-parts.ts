/**
 * Merges the results of a scan's parts: all scores determine the ranks, and the ranks the ideas.
 * For thousands of symbols, each step takes milliseconds, and the function yields to the event loop
 * after each.
 */
import type { FullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import { config } from '#service/analysis/config.ts'
import { byIncome } from '#service/analysis/ideas/best-trades.ts'
import { byPick } from '#service/analysis/ideas/published-pick.ts'
import { byRankedStrength, finishIdeas } from '#service/analysis/ideas/idea.ts'
import { nextEventLoopTurn } from '#service/shared/event-loop.ts'
import type { PartResult } from './scan-context.ts'

export type MergedScan = Omit<PartResult, 'drafts'> & {
  /**
   * The strongest ideas (at most `config.ideas.maxIdeas`); ties by ticker, so that the result is
   * deterministic.
   */
  readonly ideas: readonly FullTradeIdea[]
}

/**
 * Merges the parts. The order of the parts determines only the order of failures and volatilities.
 *
 * @param dateOfScan ISO 8601, UTC
 */
export const mergeParts = async (parts: readonly PartResult[], dateOfScan: string): Promise<MergedScan> => {
  const scores = parts
    .flatMap((part) => part.scores)
    .toSorted((a, b) => a.score - b.score || (a.symbol < b.symbol ? -1 : 1))
  await nextEventLoopTurn()
  const drafts = parts.flatMap((part) => part.drafts)
  const ideas = finishIdeas(drafts, scores, dateOfScan)
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
    picks: parts
      .flatMap((part) => part.picks)
      .toSorted(byPick)
      .slice(0, config.record.maxPicks),
    volatilities: parts.flatMap((part) => part.volatilities),
    chains: parts.flatMap((part) => part.chains).toSorted(),
    failures: parts.flatMap((part) => part.failures),
  }
}
