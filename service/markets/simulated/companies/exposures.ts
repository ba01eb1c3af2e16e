/**
 * How much of a symbol's own variance, beside the market's, its sector and its peers (peers.ts)
 * explain.
 */
import type { SimulatedSymbol } from './entry.ts'
import { peerGroupOf } from './peers.ts'

/** Part of a company's own variance that its sector explains. */
const sectorShare = 0.28

/**
 * Sensitivity to a factor that several symbols share: a yearly volatility, because these factors
 * have a standard deviation of one over a year.
 */
export type Exposure = {
  /** Name of the sector or of the group. */
  readonly factor: string
  readonly loading: number
}

type Split = { readonly exposures: readonly Exposure[]; readonly residualVolatility: number }

function splitVariance(entry: SimulatedSymbol): Split {
  const { idiosyncraticVolatility: own, kind, sector } = entry
  const exposures: Exposure[] = []
  let remaining = 1
  const explain = (factor: string, share: number) => {
    exposures.push({ factor, loading: Math.sqrt(share) * own })
    remaining -= share
  }
  if (kind === 'stock') explain(sector, sectorShare)
  const peers = peerGroupOf(entry.symbol)
  if (peers) explain(peers.group, peers.share)
  return { exposures, residualVolatility: Math.sqrt(remaining) * own }
}

const splits = new WeakMap<SimulatedSymbol, Split>()
function splitOf(entry: SimulatedSymbol): Split {
  let split = splits.get(entry)
  if (!split) splits.set(entry, (split = splitVariance(entry)))
  return split
}

/** A symbol's sensitivities to the factors of its sector and its peers. */
export const exposuresOf = (entry: SimulatedSymbol): readonly Exposure[] => splitOf(entry).exposures

/** Yearly volatility that no factor explains, decimal. */
export const residualVolatility = (entry: SimulatedSymbol): number => splitOf(entry).residualVolatility
