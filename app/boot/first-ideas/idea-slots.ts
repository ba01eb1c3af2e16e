/**
 * How an idea selects and fills the parts of the template of the list (ideas-template.tsx). The build names the parts
 * with these functions, and the bootstrap script (paint-ideas.ts) finds them with the same ones.
 */
import type { WireTradeIdea } from '#contract/responses/lists/ideas.ts'
import type { NumberFormats } from '#app/i18n/number-format.ts'
import { directionOfChange } from '#app/ui/price/direction.ts'
import { meterWidth } from '#app/ui/price/meter-width.ts'

/**
 * Names of the cells of an idea: the column and the variant, which is empty if the cells of a column
 * differ only in their placeholders.
 */
export const cellParts = (idea: WireTradeIdea, plurals: Intl.PluralRules): string[] =>
  [
    idea.rules.length > 1 && plurals.select(idea.rules.length),
    idea.percentageChange !== null && directionOfChange(idea.percentageChange),
    // Strength.
    '',
    idea.technicalRank !== null,
    idea.impliedVolatilityRank !== null,
    // Columns whose figures are loaded after the ideas.
    '',
    '',
    '',
    '',
    idea.liquidityRank,
    idea.sentiment,
  ].map((variant, column) => `${column} ${variant}`)

/** Values of the placeholders of an idea. @param index position in the list, from 0 */
export const cellValues = (
  idea: WireTradeIdea,
  index: number,
  format: NumberFormats,
): Readonly<Record<string, unknown>> => ({
  ...idea,
  // The header row is the first.
  rowIndex: index + 2,
  rules: idea.rules.length,
  price: format.price(idea.price),
  change: format.signedPercent(idea.percentageChange! / 100),
  strength: format.decimal(idea.strength, 0),
  width: meterWidth(idea.strength, 100),
  impliedVolatilityRank: format.decimal(idea.impliedVolatilityRank, 0),
})
