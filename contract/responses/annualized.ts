/**
 * Minimum days to expiry of an annualised return without a footnote (FINRA 2220(d) requires sixty
 * days of experience).
 */
const minUnmarkedDays = 60

/**
 * Footnote mark of the annualised return of a trade that lasts `days` calendar days: `*` under sixty days,
 * otherwise empty. The footnote limits the figure to trades that can be repeated all year.
 */
export const annualizedMark = (days: number): '*' | '' => (days < minUnmarkedDays ? '*' : '')

/**
 * Returns the form of a template (messages.ts) with annualised returns: removes the `[[` and `]]`
 * around the optional part.
 */
export const formWithAnnualized = (template: string): string => template.replaceAll(/\[\[|\]\]/g, '')

/**
 * Returns the form of a template without annualised returns (FINRA 2220(d)(3)): removes the
 * optional part. Undefined for a template without an optional part, which either has no annualised
 * return or consists of it.
 */
export const formWithoutAnnualized = (template: string): string | undefined =>
  template.includes('[[') ? template.replaceAll(/\[\[.*?\]\]/g, '') : undefined
