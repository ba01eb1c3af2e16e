/**
 * A day as short as traders of the language write it in a table, from the language's own short form: without the dot of an
 * abbreviated month, without Portuguese "de", and in Chinese, Japanese and Korean by its numbers.
 */
export const tightDay = (dayShort: string): string =>
  dayShort
    .replace(/^(\d+)[月월]\s?(\d+)[日일]$/, '$1/$2')
    .replace(' de ', ' ')
    .replace(/\.$/, '')
