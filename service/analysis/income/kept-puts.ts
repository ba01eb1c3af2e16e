/** Puts are sized by the cash set aside: with as much of it, and other shares or another basis, they are the same. */
import type { IncomeOption } from '#contract/income.ts'
import { lasting } from '../lasting-parts.ts'
import type { Candidate, Cell } from './candidate.ts'

/** All that a put depends on besides its chain. `cash` in dollars; undefined where the caller did not say. */
type AskedOf = Cell & { readonly cash: number | undefined }

/** The put made last, where it was made of the same; otherwise what `make` makes. */
export type KeptPut = (candidate: Candidate, asked: AskedOf, make: () => IncomeOption) => IncomeOption

export const createKeptPuts = (): KeptPut => {
  const last = new WeakMap<Candidate, { readonly asked: AskedOf; readonly put: IncomeOption }>()
  return (candidate, asked, make) => {
    const { timeframe, riskProfile, cash } = asked
    const before = last.get(candidate)
    if (
      before?.asked.cash === cash &&
      before?.asked.timeframe === timeframe &&
      before.asked.riskProfile === riskProfile
    )
      return before.put
    const put = lasting(make())
    last.set(candidate, { asked, put })
    return put
  }
}
