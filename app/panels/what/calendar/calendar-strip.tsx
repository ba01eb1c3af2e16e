/** Earnings and ex-dividend days of the ideas on screen: six weeks on one strip, and the symbols of the day that is chosen. */
import './calendar.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { laterQueries } from '#app/api/later-queries.ts'
import { writeDate } from '#app/i18n/basic-format.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { TryAgain } from '#app/ui/failure.tsx'
import { moveChoice } from '#app/ui/controls/roving-focus.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { type CalendarDay, calendarOf } from './calendar-days.ts'

const isBusy = ({ earnings, dividends }: CalendarDay): boolean => earnings.length + dividends.length > 0

export function CalendarStrip({
  symbols,
  onPick,
}: {
  /** Of the ideas on screen. */
  symbols: readonly string[]
  onPick: (symbol: string) => void
}) {
  const { t } = useTranslation('ideas')
  const query = useQuery(laterQueries.wholeIdeas())
  const [chosen, setChosen] = useState('')
  const { data } = query
  const calendar = useMemo(() => data && calendarOf(data, new Set(symbols)), [data, symbols])
  const busy = calendar?.days.filter(isBusy) ?? []
  const day = busy.find((one) => one.day === chosen) ?? busy[0]
  return (
    <section className="calendar" aria-label={t('calendar.label')} aria-busy={query.isPending}>
      {query.isError && !data ? (
        <p className="calendar-note" role="alert">
          {t('calendar.failed')} <TryAgain onRetry={() => void query.refetch()} />
        </p>
      ) : !data ? (
        <div className="calendar-outline" />
      ) : !calendar || !day ? (
        <p className="calendar-note">{t('calendar.none')}</p>
      ) : (
        <>
          <Days days={calendar.days} busy={busy} chosen={day.day} onChoose={setChosen} />
          <Events day={day} onPick={onPick} />
        </>
      )}
      {calendar && <Unknown {...calendar} />}
    </section>
  )
}

/** A tab a day that has something; a mere stroke for any other, so that the distance in time is seen. */
function Days({
  days,
  busy,
  chosen,
  onChoose,
}: {
  days: readonly CalendarDay[]
  busy: readonly CalendarDay[]
  chosen: string
  onChoose: (day: string) => void
}) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  return (
    <div
      className="calendar-days"
      role="tablist"
      aria-label={t('calendar.label')}
      onKeyDown={(event) =>
        moveChoice(
          event,
          busy.map(({ day }) => day),
          chosen,
          onChoose,
        )
      }
    >
      {days.map((one) =>
        isBusy(one) ? (
          <button
            key={one.day}
            type="button"
            role="tab"
            className="calendar-day"
            data-value={one.day}
            aria-selected={one.day === chosen}
            tabIndex={one.day === chosen ? 0 : -1}
            onClick={() => onChoose(one.day)}
          >
            <span className="calendar-tile" aria-hidden="true">
              <span className="calendar-weekday">{weekday(format, one.day)}</span>
              <span>{format.dayShort(one.day)}</span>
              <span className="calendar-marks">
                {one.earnings.length > 0 && <b className="calendar-earnings">E {one.earnings.length}</b>}
                {one.dividends.length > 0 && <b className="calendar-dividend">D {one.dividends.length}</b>}
              </span>
            </span>
            <VisuallyHidden>
              {t('calendar.day', {
                day: format.day(one.day),
                earnings: one.earnings.length,
                dividends: one.dividends.length,
              })}
            </VisuallyHidden>
          </button>
        ) : (
          <i
            key={one.day}
            className="calendar-gap"
            aria-hidden="true"
            data-monday={isMonday(one.day) || undefined}
          />
        ),
      )}
    </div>
  )
}

const weekday = (format: Format, day: string): string =>
  writeDate(format.locale, day, { weekday: 'short', timeZone: 'UTC' })
const isMonday = (day: string): boolean => new Date(day).getUTCDay() === 1

/** The symbols of a day; of earnings how far the options expect the stock to move until the first expiry behind them. */
function Events({ day, onPick }: { day: CalendarDay; onPick: (symbol: string) => void }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  return (
    <div className="calendar-events" role="tabpanel" aria-label={format.day(day.day)}>
      {day.earnings.map(({ symbol, companyName, earningsMove }) => (
        <button
          key={`E${symbol}`}
          type="button"
          className="calendar-event"
          title={companyName}
          onClick={() => onPick(symbol)}
        >
          <b className="calendar-earnings" aria-hidden="true">
            E
          </b>
          <VisuallyHidden>{t('calendar.earnings')} </VisuallyHidden>
          <bdi dir="ltr">{symbol}</bdi>
          {earningsMove && (
            <small>
              {t('calendar.move', {
                percent: format.percent(earningsMove.deviation, 1),
                day: format.dayShort(earningsMove.expiryDate),
              })}
            </small>
          )}
        </button>
      ))}
      {day.dividends.map(({ symbol, companyName }) => (
        <button
          key={`D${symbol}`}
          type="button"
          className="calendar-event"
          title={companyName}
          onClick={() => onPick(symbol)}
        >
          <b className="calendar-dividend" aria-hidden="true">
            D
          </b>
          <VisuallyHidden>{t('calendar.exDividend')} </VisuallyHidden>
          <bdi dir="ltr">{symbol}</bdi>
        </button>
      ))}
    </div>
  )
}

function Unknown({
  unknownEarnings,
  unknownDividends,
}: {
  unknownEarnings: number
  unknownDividends: number
}) {
  const { t } = useTranslation('ideas')
  const texts = [
    unknownEarnings > 0 && t('calendar.unknownEarnings', { count: unknownEarnings }),
    unknownDividends > 0 && t('calendar.unknownDividends', { count: unknownDividends }),
  ].filter(Boolean)
  return (
    <p className="calendar-note">
      {t('calendar.legend')} {texts.join(' ')}
    </p>
  )
}
