/** A sold option and its status, in the list of holdings and in How. */
import type { TFunction } from 'i18next'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { OpenOption } from '#contract/bridge/holdings.ts'
import { readOsi } from '#contract/responses/osi.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { Chip } from '#app/ui/chip.tsx'

/**
 * Formats a strike as traders write it: whole strikes without decimals (240), others with two
 * (242.50).
 */
const strikeText = (format: Format, strike: number) =>
  format.decimal(strike, Number.isInteger(strike) ? 0 : 2)

/**
 * Formats a contract id: `Jan 15 255 Call`. An id that is not an OSI symbol is returned unchanged.
 */
export function contractText(t: TFunction<'holdings'>, format: Format, id: string): string {
  const contract = readOsi(id)
  if (!contract) return id
  return t('list.contract', {
    expiry: format.dayShort(contract.expiryDate),
    strike: strikeText(format, contract.strike),
    type: t(`type.${contract.legType}`),
  })
}

/** Formats an open option: `Short 2 × Jan 15 255 Call`. */
export const openOptionText = (
  t: TFunction<'holdings'>,
  format: Format,
  { id, quantity }: OpenOption,
): string => t('list.open', { contracts: format.whole(quantity), contract: contractText(t, format, id) })

/** The status of an open option as chips; null until it is known. */
export function OpenOptionChips({
  roll,
  profit,
}: {
  roll: Pick<WireRoll, 'profitShare' | 'isHalfKept' | 'assignment'> | undefined
  /** Profit of the option and the shares that it covers, dollars; null if unknown. */
  profit: number | null
}) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  if (!roll) return null
  const { profitShare, isHalfKept, assignment } = roll
  return (
    <span className="open-option-chips">
      {profitShare !== null && (
        <Chip
          // The loss of a call may be less than the gain of its shares.
          tone={isHalfKept ? 'good' : profitShare < 0 && profit === null ? 'bad' : 'neutral'}
          {...(isHalfKept && { mark: '✓' })}
        >
          {t(profitShare >= 0 ? 'state.kept' : profit === null ? 'state.lost' : 'state.optionLost', {
            share: format.percent(Math.abs(profitShare), 0),
          })}
        </Chip>
      )}
      {profit !== null && (
        <Chip tone={profit < 0 ? 'bad' : 'neutral'}>
          {t(profit < 0 ? 'state.positionLoss' : 'state.positionGain', {
            amount: format.money(Math.abs(profit)),
          })}
        </Chip>
      )}
      {assignment.isNear ? (
        <Chip tone="warn" mark="!">
          {t('state.near')}
        </Chip>
      ) : (
        assignment.isInTheMoney && <Chip tone="warn">{t('state.inTheMoney')}</Chip>
      )}
    </span>
  )
}
