/** Rolls of options of the synthetic chain, for tests. */
import * as v from 'valibot'
import { RollSchema, type Roll } from '#contract/responses/roll.ts'
import type { RollQuery } from '#contract/api/routes.ts'
import { addDays } from '#service/markets/calendar.ts'
import type { Chain, Contract, Earnings, Profile } from '#service/markets/market.ts'
import { listedContract } from '#service/markets/osi.ts'
import { alterContracts, farEarnings, fullChain, rate, today } from '../income/income.fixture.ts'
import { dataStatus, profileOf } from '../reference/synthetic-inputs.fixture.ts'
import { analyseRoll } from '../roll.ts'

/** American options with the same prices as `fullChain`. */
export const american: Chain = { ...fullChain, style: 'american' }
/** A time during the session of the chain. */
export const morning = '2026-08-21T15:00:00.000Z'

type RollCase = {
  readonly chain?: Chain
  readonly profile?: Profile
  readonly asOf?: string
  /** Reports far in the future by default; null if unknown. */
  readonly earnings?: Earnings | null
  readonly commission?: number
  readonly query?: Omit<RollQuery, 'contract'>
}

const analyse = (
  contract: string,
  {
    chain = american,
    profile = profileOf('TEST'),
    asOf,
    earnings = farEarnings,
    commission = 0,
    query,
  }: RollCase = {},
) =>
  analyseRoll(
    {
      profile,
      chain,
      contract: listedContract(chain, contract)!,
      quote: undefined,
      earnings,
      dataStatus: { ...dataStatus, asOf: asOf ?? morning },
      riskFreeRate: rate,
      commission,
      today,
      date: today,
    },
    { ...query },
  )
export const roll = (contract: string, rollCase?: RollCase): Roll =>
  v.parse(RollSchema, analyse(contract, rollCase)) as Roll

export const idOf = (days: number, typeCode: 'C' | 'P', strike: number) =>
  `TEST${addDays(today, days).slice(2).replaceAll('-', '')}${typeCode}${String(strike * 1000).padStart(8, '0')}`
/** Returns the American chain with changes to one contract. */
export const withContract = (id: string, change: Partial<Contract>): Chain =>
  alterContracts(american, (contract) => (contract.id === id ? change : {}))
