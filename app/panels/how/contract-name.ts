/** Names of contracts, such as `AAPL Jan 15, 2027 255 Call`. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { LegType } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { strikeText } from './strike.ts'

/** Parses the end of an OSI symbol, which does not depend on its root: expiration date, leg, and strike in dollars. */
export function readContractId(id: string): { expiryDate: string; leg: LegType; strike: number } {
  const [, year, month, day, right, thousandths] = /(\d\d)(\d\d)(\d\d)([CP])(\d{8})$/.exec(id) ?? []
  return {
    expiryDate: `20${year}-${month}-${day}`,
    leg: right === 'C' ? 'call' : 'put',
    strike: Number(thousandths) / 1000,
  }
}

/** Returns a function that names a contract from its OSI symbol only. */
export function useContractName(): (symbol: string, id: string) => string {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (symbol, id) => {
    const { expiryDate, leg, strike } = readContractId(id)
    return `${symbol} ${format.day(expiryDate)} ${strikeText(format, strike)} ${t(leg)}`
  }
}
