import { useTranslation } from '#app/i18n/use-translation.ts'
import { useLive } from '#app/state/live.ts'

/**
 * Returns whether a day order that is sent now is for the next regular session: the feed's market is not in its regular
 * session. False if the state of the market is unknown, such as while the connection is lost, or with recorded data,
 * whose clock is fixed.
 */
export const useIsForNextSession = (): boolean =>
  useLive(
    ({ market, connection, stale, pausedSince }) =>
      market !== null &&
      market.asOf === null &&
      market.state !== 'open' &&
      connection === 'live' &&
      !stale &&
      pausedSince === undefined,
  )

/** The kind of the order and how long it is valid. */
export function OrderTerms({ isForNextSession }: { isForNextSession: boolean }) {
  const { t } = useTranslation('ticket')
  return (
    <>
      <span className="how-terms">{t('terms')}</span>
      {isForNextSession && <span className="how-hint">{t('nextSession')}</span>}
    </>
  )
}
