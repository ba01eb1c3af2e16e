/**
 * The scope (product) of each data route (docs/specification.md 5.1.4). A subscription key may be
 * limited to some scopes.
 */
import type { DataRoute } from '#contract/api/routes.ts'
import type { Scope } from '#service/store/keys.ts'

const scopeByRoute: Record<DataRoute, Scope | null> = {
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

/** The scope that a key needs for a route; null if any valid key is sufficient. */
export function scopeOf(route: DataRoute): Scope | null {
  return scopeByRoute[route]
}
