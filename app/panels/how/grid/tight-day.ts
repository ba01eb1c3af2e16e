/**
 * Shortens a localised short date for a table: removes the dot of an abbreviated month and the Portuguese "de", and
 * writes Chinese, Japanese and Korean dates as numbers.
 */
export const tightDay = (dayShort: string): string =>
  dayShort
    .replace(/^(\d+)[月월]\s?(\d+)[日일]$/, '$1/$2')
    .replace(' de ', ' ')
    .replace(/\.$/, '')
