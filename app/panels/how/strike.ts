import type { NumberFormats } from '#app/i18n/number-format.ts'

/** Formats a strike as traders write it: 240, but 242.50. */
export const strikeText = (format: Pick<NumberFormats, 'decimal'>, strike: number): string =>
  format.decimal(strike, Number.isInteger(strike) ? 0 : 2)
