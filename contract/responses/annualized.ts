/** From this many days to expiry on an annualised return needs no footnote (FINRA 2220(d): sixty days' experience). */
const unmarkedFrom = 60

/**
 * Footnote mark of the annualised return of a trade that lasts `days` calendar days: `*` under sixty days,
 * for a footnote that it holds only if the trade can be repeated all year; otherwise empty.
 */
export const annualizedMark = (days: number): '*' | '' => (days < unmarkedFrom ? '*' : '')

/** A template of messages.ts with annualised returns: without the marks around the optional part. */
export const formWithAnnualized = (template: string): string => template.replaceAll(/\[\[|\]\]/g, '')

/**
 * A template without annualised returns (FINRA 2220(d)(3)): without the marked part; undefined for a template
 * without marks, whether it has no annualised return or nothing else.
 */
export const formWithoutAnnualized = (template: string): string | undefined =>
  template.includes('[[') ? template.replaceAll(/\[\[.*?\]\]/g, '') : undefined
