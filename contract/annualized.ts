/** From this many days to expiry on an annualised return needs no footnote (FINRA 2220(d): sixty days' experience). */
const unmarkedFrom = 60

/**
 * What stands behind the annualised return of a trade that lasts `days` calendar days: `*` under sixty days, where whoever
 * shows the figure says in a footnote that it holds only if the trade can be repeated all year; otherwise nothing.
 */
export const annualizedMark = (days: number): '*' | '' => (days < unmarkedFrom ? '*' : '')
