/** Texts of the legs of an order, for the reviews and the notes about tickets. */
import type { TFunction } from 'i18next'
import type { OptionLeg, SecurityLeg } from '#contract/bridge/ticket.ts'
import type { Format } from '#app/i18n/format.ts'
import { strikeText } from '#app/panels/how/strike.ts'

/** Returns the text of an option leg that is sold. */
export const soldLegText = (
  t: TFunction<'ticket'>,
  format: Format,
  symbol: string,
  { quantity, expiry, strike, legType, price }: Omit<OptionLeg, 'id' | 'bid' | 'ask'>,
): string =>
  t('legOption', {
    contracts: format.whole(Math.abs(quantity)),
    symbol,
    expiry: format.day(expiry),
    strike: strikeText(format, strike),
    type: t(legType === 'Call' ? 'call' : 'put'),
    price: format.money(price),
  })

/** Returns the text of an option leg that is bought back. */
export const boughtBackLegText = (
  t: TFunction<'ticket'>,
  format: Format,
  symbol: string,
  { quantity, expiry, strike, legType, price }: Omit<OptionLeg, 'id' | 'bid' | 'ask'>,
): string =>
  t('legClose', {
    contracts: format.whole(quantity),
    symbol,
    expiry: format.day(expiry),
    strike: strikeText(format, strike),
    type: t(legType === 'Call' ? 'call' : 'put'),
    price: format.money(price),
  })

/** Returns the text of a leg of shares that are bought. */
export const shareLegText = (
  t: TFunction<'ticket'>,
  format: Format,
  { quantity, symbol, price }: Omit<SecurityLeg, 'bid' | 'ask'>,
): string => t('legShares', { shares: format.whole(quantity), symbol, price: format.money(price) })
