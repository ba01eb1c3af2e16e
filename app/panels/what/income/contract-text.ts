import type { WireBestTrade } from '#contract/responses/lists/best-income.ts'
import type { Format } from '#app/i18n/format.ts'

/** Formats a contract: `240 C · Jan 16`. */
export const contractText = (format: Format, { strike, legType, expiryDate }: WireBestTrade): string =>
  [
    `${format.decimal(strike, Number.isInteger(strike) ? 0 : 2)} ${legType === 'Call' ? 'C' : 'P'}`,
    format.dayShort(expiryDate),
  ].join(' · ')
