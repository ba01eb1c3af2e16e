/** The chart and the facts as tables: the accessible alternative of the chart. A lazily loaded chunk. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { History, WireWhy } from '#contract/responses/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useMessage } from '#app/i18n/message.ts'
import { Arrow } from '#app/ui/price/change.tsx'
import { Unknown, useUnknownReason } from '#app/ui/unknown.tsx'
import { FactValue, useFacts } from './facts.tsx'
import './why-table.css'

export function WhyTable({ why, history }: { why: WireWhy; history: History }) {
  const { t } = useTranslation('why')
  return (
    // A scroll container must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="why-tables" tabIndex={0} aria-label={t('table.label')}>
      <Levels why={why} />
      <Averages history={history} last={why.expandedQuote.last} />
      <MatchedRules why={why} />
      <FactsTable why={why} />
      <DailyPrices history={history} />
    </section>
  )
}

/** Support and resistance from the highest price to the lowest, with their distance from the last price. */
function Levels({ why }: { why: WireWhy }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const { last } = why.expandedQuote
  const { support, resistance } = why.supportAndResistance ?? { support: [], resistance: [] }
  const levels = [
    ...resistance.map((level) => ({ ...level, isResistance: true })),
    ...support.map((level) => ({ ...level, isResistance: false })),
  ].toSorted((a, b) => b.value - a.value)
  if (levels.length === 0) return <NoLevels why={why} />
  return (
    <table>
      <caption>{t('table.levels')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('table.level')}</th>
          <th scope="col">{t('table.price')}</th>
          <th scope="col">{t('table.distance')}</th>
          <th scope="col">{t('table.touched')}</th>
        </tr>
      </thead>
      <tbody>
        {levels.map(({ isResistance, value, date }) => (
          <tr key={`${isResistance} ${value}`}>
            <th scope="row">
              <Arrow direction={isResistance ? 'up' : 'down'} />{' '}
              {t(isResistance ? 'table.resistance' : 'table.support')}
            </th>
            <td>{format.price(value)}</td>
            <td>{last === null ? format.decimal(null) : format.signedPercent(value / last - 1)}</td>
            <td>{format.day(date)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Table that states that there are no levels, or the reason why they are unknown. */
function NoLevels({ why }: { why: WireWhy }) {
  const { t } = useTranslation('why')
  return (
    <table>
      <caption>{t('table.levels')}</caption>
      <tbody>
        <tr>
          <td>
            {why.supportAndResistance ? (
              t('table.noLevels')
            ) : (
              <Unknown of={why} field="supportAndResistance" />
            )}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function FactsTable({ why }: { why: WireWhy }) {
  const { t } = useTranslation('why')
  const facts = useFacts(why)
  return (
    <table className="why-table-facts">
      <caption>{t('table.facts')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('table.fact')}</th>
          <th scope="col">{t('table.value')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <tr key={fact.key}>
            <th scope="row">{fact.name}</th>
            <td>
              <FactValue fact={fact} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** All bars of the history, latest first. */
function DailyPrices({ history }: { history: History }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const indexes = history.date.map((_, i) => history.date.length - 1 - i)
  return (
    <table>
      <caption>{t('table.bars')}</caption>
      <thead>
        <tr>
          {(['date', 'open', 'high', 'low', 'close', 'volume'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`table.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {indexes.map((i) => (
          <tr key={history.date[i]}>
            <th scope="row">{format.day(history.date[i])}</th>
            <td>{format.price(history.open[i])}</td>
            <td>{format.price(history.high[i])}</td>
            <td>{format.price(history.low[i])}</td>
            <td>{format.price(history.close[i])}</td>
            <td>{format.volume(history.volume[i])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The moving averages of the last bar. */
function Averages({ history: { averages, date }, last }: { history: History; last: number | null }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const reasonOf = useUnknownReason()
  if (!averages) return null
  return (
    <table>
      <caption>{t('table.averages')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('table.average')}</th>
          <th scope="col">{t('table.price')}</th>
          <th scope="col">{t('table.distance')}</th>
        </tr>
      </thead>
      <tbody>
        {averages.map(({ sessions, close, unknown }) => {
          const latest = close.at(-1) ?? null
          const reason =
            latest === null && unknown ? reasonOf({ reason: unknown, asOf: date.at(-1) ?? null }) : undefined
          return (
            <tr key={sessions}>
              <th scope="row">{t('chart.average', { sessions })}</th>
              <td title={reason}>
                {format.price(latest)}
                {reason && <span className="visually-hidden"> {reason}</span>}
              </td>
              <td>
                {last === null || latest === null
                  ? format.decimal(null)
                  : format.signedPercent(latest / last - 1)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The matching rules and the days on which they matched. */
function MatchedRules({ why: { rules } }: { why: WireWhy }) {
  const { t } = useTranslation(['why', 'common'])
  const format = useFormat()
  const message = useMessage()
  if (rules.length === 0) return null
  return (
    <table>
      <caption>{t('rules.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('table.signal')}</th>
          <th scope="col">{t('table.fired')}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={`${rule.code} ${rule.period}`}>
            <th scope="row">
              <Arrow direction={rule.sentiment === 'Bullish' ? 'up' : 'down'} />{' '}
              <span className="visually-hidden">{t(`common:sentiment.${rule.sentiment}`)}</span>{' '}
              {message(rule.reasonMessage, rule.reason)}
            </th>
            <td>{format.day(rule.day)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
