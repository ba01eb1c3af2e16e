/**
 * Puts together what the parts of a scan found: everybody's score gives the ranks, and those the ideas. Of thousands of
 * symbols this takes some milliseconds a step, with turns of the event loop in between.
 */
import type { WholeTradeIdea } from '#contract/responses/full-ideas.ts'
import { config } from '#service/analysis/config.ts'
import { byIncome } from '#service/analysis/ideas/best-trades.ts'
import { byRankedStrength, finishIdea } from '#service/analysis/ideas/idea.ts'
import { turn } from '#service/shared/event-loop.ts'
import type { Found } from './scan-context.ts'

export type Gathered = Omit<Found, 'drafts'> & {
  /** The strongest of the night (`config.ideas.most`), then by ticker: the same night gives the same list. */
  readonly ideas: readonly WholeTradeIdea[]
}

/** `dateOfScan`: ISO 8601 UTC. The order of the parts does not matter but to that of the failures. */
export const gather = async (parts: readonly Found[], dateOfScan: string): Promise<Gathered> => {
  const scores = parts
    .flatMap((part) => part.scores)
    .toSorted((a, b) => a.score - b.score || (a.symbol < b.symbol ? -1 : 1))
  await turn()
  const ideas = parts
    .flatMap((part) => part.drafts)
    .map((draft) => finishIdea(draft, scores, dateOfScan))
    .toSorted(byRankedStrength)
    .slice(0, config.ideas.most)
    .map(({ idea }) => idea)
  await turn()
  const trades = parts.flatMap((part) => part.trades).toSorted(byIncome)
  await turn()
  return {
    scores,
    ideas,
    trades,
    volatilities: parts.flatMap((part) => part.volatilities),
    chains: parts.flatMap((part) => part.chains).toSorted(),
    failures: parts.flatMap((part) => part.failures),
  }
}
