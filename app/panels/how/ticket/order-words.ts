/** Texts of the legs of an order, used in the review and in the notes about its ticket. */
import type { TFunction } from 'i18next'
import type { OptionLeg, SecurityLeg } from '#contract/bridge/ticket.ts'
import type { Format } from '#app/i18n/format.ts'
import { strikeText } from '#app/panels/how/strike.ts'

/** Text of an option leg that is sold. */
export const optionWords = (
  t: TFunction<'ticket'>,
  format: Format,
  { quantity, expiry, strike, legType, price }: Omit<OptionLeg, 'id' | 'bid' | 'ask'>,
): string =>
  t('legOption', {
    contracts: format.whole(Math.abs(quantity)),
    expiry: format.dayShort(expiry),
    strike: strikeText(format, strike),
    type: t(legType === 'Call' ? 'call' : 'put'),
    price: format.money(price),
  })

/** Text of an option leg that is bought back. */
export const closingWords = (
  t: TFunction<'ticket'>,
  format: Format,
  { quantity, expiry, strike, legType, price }: Omit<OptionLeg, 'id' | 'bid' | 'ask'>,
): string =>
  t('legClose', {
    contracts: format.whole(quantity),
    expiry: format.dayShort(expiry),
    strike: strikeText(format, strike),
    type: t(legType === 'Call' ? 'call' : 'put'),
    price: format.money(price),
  })

/** Text of a leg of shares. */
export const shareWords = (
  t: TFunction<'ticket'>,
  format: Format,
  { quantity, symbol, price }: Omit<SecurityLeg, 'bid' | 'ask'>,
): string => t('legShares', { shares: format.whole(quantity), symbol, price: format.money(price) })
