/** A market with every member of the interface, to test that a wrapper drops none. */
import { vi } from 'vitest'
import type { Market } from './market.ts'
import { simulatedMarket } from './simulated/simulated.ts'

/** Names of the members that a market may lack. */
export type OptionalMember = {
  [Name in keyof Market]-?: object extends Pick<Market, Name> ? Name : never
}[keyof Market]

/** The optional members. A member that is new in the interface does not compile until it is added here. */
const createOptionalMembers = (): Required<Pick<Market, OptionalMember>> => ({
  watchContracts: vi.fn<NonNullable<Market['watchContracts']>>(() => () => {}),
  splits: vi.fn<NonNullable<Market['splits']>>(async () => []),
  onNewDay: vi.fn<NonNullable<Market['onNewDay']>>(() => () => {}),
})

/** Valid arguments of each optional member. */
export const optionalArguments: { readonly [Name in OptionalMember]: Parameters<Required<Market>[Name]> } = {
  watchContracts: [['AAPL261218C00300000'], () => {}],
  splits: ['AAPL'],
  onNewDay: [() => {}],
}

/** A market without optional members. */
export const smallestMarket = (): Market => {
  const market: Market = simulatedMarket({ seed: 1, clock: () => new Date('2026-11-20T18:00:00Z') })
  for (const name of Object.keys(optionalArguments) as OptionalMember[]) delete market[name]
  return market
}

/** A market with all members; the optional ones are spies. */
export const completeMarket = (): Required<Market> => ({ ...smallestMarket(), ...createOptionalMembers() })
