/**
 * The technical signals. The signal that made the symbol an idea is the first. Each links to its bar in
 * the chart.
 */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireFiredRule, WireWhy } from '#contract/responses/resources.ts'
import { queries } from '#app/api/queries.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useMessage } from '#app/i18n/message.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Arrow } from '#app/ui/price/change.tsx'
import { Unknown } from '#app/ui/unknown.tsx'

/** `onShow` shows the bar of a signal in the chart; undefined if there is no chart. */
type Signals = { why: WireWhy; onShow: ((day: string) => void) | undefined }

/**
 * Returns the matching rules in the order of the response, by weight. The first rule of the idea is moved
 * to the start, if the list of ideas is loaded and the rule still matches.
 */
export function useRules(why: WireWhy): readonly WireFiredRule[] {
  const { data } = useQuery({ ...queries.tradeIdeas(), enabled: false, refetchInterval: false })
  const code = data?.tradeIdeas.find(({ symbol }) => symbol === why.symbol)?.rules[0]?.code
  const lead = why.rules.find((rule) => rule.code === code)
  return lead ? [lead, ...why.rules.filter((rule) => rule !== lead)] : why.rules
}

/** The first signal, directly below the price. */
export function LeadSignal({ why, onShow }: Signals) {
  const { t } = useTranslation('why')
  const [lead] = useRules(why)
  if (lead)
    return (
      <div className="why-lead">
        <Signal rule={lead} onShow={onShow} />
      </div>
    )
  return (
    <p className="why-quiet">{why.sentiment ? t('rules.none') : <Unknown of={why} field="sentiment" />}</p>
  )
}

/** All signals except the first. */
export function FurtherSignals({ why, onShow }: Signals) {
  const { t } = useTranslation('why')
  const rules = useRules(why).slice(1)
  if (rules.length === 0) return null
  return (
    <section className="why-rules">
      <h3>{t('rules.further')}</h3>
      <ul>
        {rules.map((rule) => (
          <li key={`${rule.code} ${rule.period}`}>
            <Signal rule={rule} onShow={onShow} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Signal({ rule, onShow }: Pick<Signals, 'onShow'> & { rule: WireFiredRule }) {
  const { t } = useTranslation(['why', 'common'])
  const message = useMessage()
  const format = useFormat()
  const day = format.dayShort(rule.day)
  const reason = message(rule.reasonMessage, rule.reason)
  const age = rule.age === 0 ? t('rules.today', { day }) : t('rules.ago', { count: rule.age, day })
  return (
    <>
      <span className={`why-rule-mark why-rule-${rule.sentiment}`}>
        <Arrow direction={rule.sentiment === 'Bullish' ? 'up' : 'down'} />
        <span className="visually-hidden">{t(`common:sentiment.${rule.sentiment}`)}</span>
      </span>
      <div>
        <b>{reason}</b>{' '}
        {!containsNumber(reason, rule.period) && (
          <>
            <span className="why-quiet">{t('rules.days', { count: rule.period })}</span>{' '}
          </>
        )}
        {onShow ? (
          <Button
            kind="link"
            className="why-age"
            data-action="show-signal"
            title={t('rules.show')}
            aria-description={t('rules.show')}
            onClick={() => onShow(rule.day)}
          >
            {age}
          </Button>
        ) : (
          <span className="why-quiet">{age}</span>
        )}
        {rule.sentenceMessage && rule.sentence !== null && (
          <p dir="auto">{message(rule.sentenceMessage, rule.sentence)}</p>
        )}
      </div>
    </>
  )
}

/** Whether a text contains a whole number, such as the 14 of "14-day RSI". Digits are Latin in all languages. */
const containsNumber = (text: string, number: number): boolean => text.split(/\D+/).includes(String(number))
