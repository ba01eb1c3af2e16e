/** What a contract is called: AAPL Jan 15, 2027 255 Call. */
import { useTranslation } from 'react-i18next'
import type { LegType } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { strikeText } from './strike.ts'

/** Day of expiration, leg and strike in dollars: the end of every OSI symbol, which says them whatever the root. */
export function readContractId(id: string): { expiryDate: string; leg: LegType; strike: number } {
  const [, year, month, day, right, thousandths] = /(\d\d)(\d\d)(\d\d)([CP])(\d{8})$/.exec(id) ?? []
  return {
    expiryDate: `20${year}-${month}-${day}`,
    leg: right === 'C' ? 'call' : 'put',
    strike: Number(thousandths) / 1000,
  }
}

/** Names a contract by its OSI symbol, whether or not anything else is known of it. */
export function useContractName(): (symbol: string, id: string) => string {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (symbol, id) => {
    const { expiryDate, leg, strike } = readContractId(id)
    return `${symbol} ${format.day(expiryDate)} ${strikeText(format, strike)} ${t(leg)}`
  }
}
