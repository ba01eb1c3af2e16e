/**
 * Shortens a localised short date (`format.dayShort`) for the cells of the grid: removes the dot of
 * an abbreviated month and the Portuguese "de", and writes Chinese, Japanese and Korean dates as
 * numbers.
 */
export const compactDay = (dayShort: string): string =>
  dayShort
    .replace(/^(\d+)[月월]\s?(\d+)[日일]$/, '$1/$2')
    .replace(' de ', ' ')
    .replace(/\.$/, '')
