/** The vendor of the benchmark: Massive's stand-in with a list of contracts, whose quotes the benchmark sets. */
import { startStandIn, standInKey } from '#service/markets/massive/stand-in.fixture.ts'
import type { StandIn } from '#service/markets/massive/stand-in.fixture.ts'

export type BenchContract = { readonly symbol: string; readonly id: string }

export type BenchVendor = {
  readonly standIn: StandIn
  readonly contracts: readonly BenchContract[]
  /** Variables with which the service uses it. */
  readonly variables: Readonly<Record<string, string>>
  /** Sends a new quote of each contract, which no earlier quote equals. */
  quote(contracts: readonly BenchContract[]): void
  /** The bid that was sent last. */
  lastBid(id: string): number | undefined
}

const minimumDaysToExpiry = 7

/** @throws Error if the stand-in lists fewer contracts */
export async function startVendor(contractCount: number): Promise<BenchVendor> {
  const standIn = await startStandIn({ timeframe: 'REAL-TIME' })
  standIn.data.pageSize = 250
  const contracts = await listContracts(standIn, contractCount)
  const lastBids = new Map<string, number>()
  let quoteCount = 0
  return {
    standIn,
    contracts,
    variables: {
      MARKET: 'massive',
      MASSIVE_API_KEY: standInKey,
      MASSIVE_HOST: 'real-time',
      MASSIVE_URL: standIn.url,
    },
    quote(quoted) {
      const timeMs = Date.now()
      const updates = quoted.map(({ id }) => {
        const bid = ++quoteCount / 100
        lastBids.set(id, bid)
        return { id, bid, ask: bid + 0.1, timeMs }
      })
      standIn.quoteContracts(updates)
    },
    lastBid: (id) => lastBids.get(id),
  }
}

/** Contracts that do not expire soon, symbol by symbol. */
async function listContracts({ market, data }: StandIn, count: number): Promise<BenchContract[]> {
  const contracts: BenchContract[] = []
  const firstExpiry = new Date(Date.now() + minimumDaysToExpiry * 86_400_000).toISOString().slice(0, 10)
  for (const symbol of data.names.values()) {
    const listed = (await market.chain(symbol))?.contracts ?? []
    for (const { id, expiry } of listed) if (expiry >= firstExpiry) contracts.push({ symbol, id })
  }
  if (contracts.length < count)
    throw new Error(`the stand-in lists ${contracts.length} contracts, expected at least ${count}`)
  return contracts.slice(0, count)
}
