/** `MARKET=simulated`: the default, invented data for demos and development. */
import type { MarketChoice, MarketSource } from '#service/markets/source.ts'
import { simulatedMarket } from './simulated.ts'

/** All nodes and restarts show the same simulated market. */
export const simulatedSeed = 20_260_821

export type SimulatedChoice = MarketChoice & { readonly kind: 'simulated' }

export const simulatedSource: MarketSource<SimulatedChoice> = {
  kind: 'simulated',
  syntax: 'simulated',
  meaning: 'invented data of over 500 symbols, labelled as simulated in the widget',
  opensInWorkers: true,
  parse: (value) => (value === 'simulated' ? { kind: 'simulated' } : undefined),
  name: () => 'simulated',
  open: async (_choice, { fixedTime }) =>
    simulatedMarket({ seed: simulatedSeed, ...(fixedTime && { clock: () => fixedTime }) }),
}
