/** From this many days to expiry on an annualised return needs no footnote (FINRA 2220(d): sixty days' experience). */
const unmarkedFrom = 60

/**
 * What stands behind the annualised return of a trade that lasts `days` calendar days: `*` under sixty days, where whoever
 * shows the figure says in a footnote that it holds only if the trade can be repeated all year; otherwise nothing.
 */
export const annualizedMark = (days: number): '*' | '' => (days < unmarkedFrom ? '*' : '')

/**
 * A template of messages.ts as it is where returns of a year are told: without the marks around what may be left out.
 */
export const formWithAnnualized = (template: string): string => template.replaceAll(/\[\[|\]\]/g, '')

/**
 * The same where they are not told (FINRA 2220(d)(3)): without what stands between the marks; undefined for a template
 * that has none, be it that it tells nothing of a year, or nothing else.
 */
export const formWithoutAnnualized = (template: string): string | undefined =>
  template.includes('[[') ? template.replaceAll(/\[\[.*?\]\]/g, '') : undefined
