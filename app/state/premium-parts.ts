import type { IncomeOption } from '#contract/responses/income.ts'

/** Returns the parts of another premium of a contract, dollars per share. */
export const premiumPartsAt = (
  { fairValue, premiumParts }: Pick<IncomeOption, 'fairValue' | 'premiumParts'>,
  premium: number,
): IncomeOption['premiumParts'] => ({
  ...premiumParts,
  spreadCost: Math.round((fairValue - premium) * 10_000) / 10_000,
})
