/**
 * Calendar of six weeks with the earnings and ex-dividend days of the displayed ideas, and the symbols of
 * the selected day.
 */
import './calendar.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { lazyQueries } from '#app/api/lazy-queries.ts'
import { formatDate } from '#app/i18n/intl-format.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { TryAgain } from '#app/ui/failure.tsx'
import { moveChoice } from '#app/ui/controls/roving-focus.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { type CalendarDay, calendarOf } from './calendar-days.ts'

const hasEvents = ({ earnings, dividends }: CalendarDay): boolean => earnings.length + dividends.length > 0

export function CalendarStrip({
  symbols,
  onPick,
}: {
  /** Symbols of the displayed ideas. */
  symbols: readonly string[]
  onPick: (symbol: string) => void
}) {
  const { t } = useTranslation('ideas')
  const query = useQuery(lazyQueries.fullIdeas())
  const [selectedDay, setSelectedDay] = useState('')
  const { data } = query
  const calendar = useMemo(() => data && calendarOf(data, new Set(symbols)), [data, symbols])
  const eventDays = calendar?.days.filter(hasEvents) ?? []
  const shownDay = eventDays.find(({ day }) => day === selectedDay) ?? eventDays[0]
  return (
    <section className="calendar" aria-label={t('calendar.label')} aria-busy={query.isPending}>
      {query.isError && !data ? (
        <p className="calendar-note" role="alert">
          {t('calendar.failed')} <TryAgain onRetry={() => void query.refetch()} />
        </p>
      ) : !data ? (
        <div className="calendar-outline" />
      ) : !calendar || !shownDay ? (
        <p className="calendar-note">{t('calendar.none')}</p>
      ) : (
        <>
          <Days days={calendar.days} selected={shownDay.day} onSelect={setSelectedDay} />
          <Events day={shownDay} onPick={onPick} />
        </>
      )}
      {calendar && <CalendarNote {...calendar} />}
    </section>
  )
}

/** A tab for each day with events. Other days are thin lines, which show the distance between the tabs. */
function Days({
  days,
  selected,
  onSelect,
}: {
  days: readonly CalendarDay[]
  selected: string
  onSelect: (day: string) => void
}) {
  const { t } = useTranslation('ideas')
  return (
    <div
      className="calendar-days"
      role="tablist"
      aria-label={t('calendar.label')}
      onKeyDown={(event) =>
        moveChoice(
          event,
          days.filter(hasEvents).map(({ day }) => day),
          selected,
          onSelect,
        )
      }
    >
      {days.map((calendarDay) =>
        hasEvents(calendarDay) ? (
          <DayTab
            key={calendarDay.day}
            calendarDay={calendarDay}
            isSelected={calendarDay.day === selected}
            onSelect={onSelect}
          />
        ) : (
          <i
            key={calendarDay.day}
            className="calendar-gap"
            aria-hidden="true"
            data-monday={isMonday(calendarDay.day) || undefined}
          />
        ),
      )}
    </div>
  )
}

function DayTab({
  calendarDay: { day, earnings, dividends },
  isSelected,
  onSelect,
}: {
  calendarDay: CalendarDay
  isSelected: boolean
  onSelect: (day: string) => void
}) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  return (
    <button
      type="button"
      role="tab"
      className="calendar-day"
      data-value={day}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => onSelect(day)}
    >
      <span className="calendar-tile" aria-hidden="true">
        <span className="calendar-weekday">{weekday(format, day)}</span>
        <span>{format.dayShort(day)}</span>
        <span className="calendar-marks">
          {earnings.length > 0 && <b className="calendar-earnings">E {earnings.length}</b>}
          {dividends.length > 0 && <b className="calendar-dividend">D {dividends.length}</b>}
        </span>
      </span>
      <VisuallyHidden>
        {t('calendar.day', {
          day: format.day(day),
          earnings: earnings.length,
          dividends: dividends.length,
        })}
      </VisuallyHidden>
    </button>
  )
}

const weekday = (format: Format, day: string): string =>
  formatDate(format.locale, day, { weekday: 'short', timeZone: 'UTC' })
const isMonday = (day: string): boolean => new Date(day).getUTCDay() === 1

/**
 * The symbols of a day. Earnings include the price move that options imply until the first expiry after
 * them.
 */
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

/** Legend, and the number of ideas with unknown dates. */
function CalendarNote({
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
