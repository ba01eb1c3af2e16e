/** Assigns a source to each kind of data of a composed market. */
import { capabilityNames, type Capability } from '#service/markets/capabilities.ts'
import type { Market } from '#service/markets/market.ts'

/** Kinds of data without which there is no analysis. */
const required = ['quotes', 'chains', 'bars'] as const

/** The source of each kind of data; null if no source provides it. */
export type MarketParts = Readonly<Record<Capability, Market | null>> &
  Readonly<Record<(typeof required)[number], Market>>

export type NamedMarket = {
  readonly capability: Capability
  /** Name of the source in `MARKET`, for errors. */
  readonly name: string
  readonly market: Market
}

/**
 * A capability that is not named comes from the first source that provides it.
 *
 * @throws Error if a named source does not provide its capability, or if no source provides quotes,
 *   chains or bars
 */
export function assignParts(named: readonly NamedMarket[]): MarketParts {
  for (const { capability, name, market } of named)
    if (!market.capabilities()[capability])
      throw new Error(`${name} does not provide ${capability}; name another source for ${capability}`)
  const parts = Object.fromEntries(
    capabilityNames.map((capability) => {
      const source =
        named.find((part) => part.capability === capability) ??
        named.find(({ market }) => market.capabilities()[capability])
      return [capability, source?.market ?? null]
    }),
  ) as Record<Capability, Market | null>
  const missing = required.filter((capability) => !parts[capability])
  if (missing.length > 0)
    throw new Error(`no source provides ${missing.join(' or ')}; add a part such as ${missing[0]}:<source>`)
  return parts as MarketParts
}
