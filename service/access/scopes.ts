/**
 * The product of each look-up (docs/specification.md 5.1.4): a subscription key may be limited to some of
 * them.
 */
import type { DataRoute } from '#contract/api/routes.ts'
import type { Scope } from '#service/store/keys.ts'

const scopes: Record<DataRoute, Scope | null> = {
  tradeIdeas: 'what',
  why: 'why',
  history: 'why',
  volatility: 'why',
  news: 'why',
  income: 'how',
  bestIncome: 'how',
  chain: 'how',
  roll: 'how',
  scenario: 'how',
  // Search and market tone belong to all three products.
  symbols: null,
  tone: null,
}

/** Null if any valid key is sufficient. */
export function scopeOf(route: DataRoute): Scope | null {
  return scopes[route]
}
