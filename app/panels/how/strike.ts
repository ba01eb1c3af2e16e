import type { Format } from '#app/i18n/format.ts'

/** Formats a strike as traders write it: 240, but 242.50. */
export const strikeText = (format: Format, strike: number): string =>
  format.decimal(strike, Number.isInteger(strike) ? 0 : 2)
