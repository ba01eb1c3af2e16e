/** Displayed names of contracts, such as `AAPL Jan 15, 2027 255 Call`. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { LegType } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { strikeText } from './strike.ts'

/**
 * Parses expiration date, leg, and strike in dollars from the last 15 characters of an OSI symbol.
 */
export function readContractId(id: string): { expiryDate: string; leg: LegType; strike: number } {
  const [, year, month, day, right, thousandths] = /(\d\d)(\d\d)(\d\d)([CP])(\d{8})$/.exec(id) ?? []
  return {
    expiryDate: `20${year}-${month}-${day}`,
    leg: right === 'C' ? 'call' : 'put',
    strike: Number(thousandths) / 1000,
  }
}

/** Returns a function that names a contract by the ticker of its underlying and its OSI symbol. */
export function useContractName(): (symbol: string, id: string) => string {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (symbol, id) => {
    const { expiryDate, leg, strike } = readContractId(id)
    return `${symbol} ${format.day(expiryDate)} ${strikeText(format, strike)} ${t(leg)}`
  }
}
