import './before-expiry.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scenario } from '#contract/responses/scenario.ts'
import { problemOf } from '#app/api/client.ts'
import { laterQueries } from '#app/api/later-queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { PayoffAtExpiry, PayoffFigure } from '#app/panels/how/payoff/payoff-figure.tsx'
import type { PayoffRange } from '#app/panels/how/payoff/payoff.ts'
import { type PayoffOf, rangeOf, usePayoff } from '#app/panels/how/payoff/use-payoff.ts'
import { Curves } from './curves.tsx'
import { Greeks } from './greeks.tsx'
import { Legend } from './legend.tsx'
import { choicesOf, today, within } from './slider-ranges.ts'
import { withRoomFor } from './position.ts'
import { useScenarioWords } from './scenario-words.ts'
import { Sliders } from './sliders.tsx'

/** Three lines are to be told apart, pixels. */
const plotHeight = 150

/** The payoff with its curves before expiry, a day and a volatility to choose, and the greeks of the options sold. */
export function BeforeExpiry(of: PayoffOf) {
  const { t } = useTranslation(['scenario', 'how'])
  const { symbol, option } = of
  const query = useQuery(laterQueries.scenario(symbol, option.id))
  // Another contract's answer stands in until this one's is there: not here.
  const scenario = query.data?.id === option.id ? query.data : undefined
  if (scenario && scenario.refused === null) return <Explored key={option.id} scenario={scenario} of={of} />
  return (
    <>
      <PayoffAtExpiry {...of} />
      {!scenario && query.isError ? (
        <Failure
          problem={problemOf(query.error)}
          title={t('failed')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <p className="how-before-why" role="status">
          {scenario?.refused ? t('refused', { reason: t(`how:refusal.${scenario.refused}`) }) : t('working')}
        </p>
      )}
    </>
  )
}

function Explored({ scenario, of }: { scenario: Scenario; of: PayoffOf }) {
  const { t } = useTranslation('scenario')
  const { option, symbol } = of
  const [chosen, setChosen] = useState(today)
  const choices = useMemo(() => choicesOf(scenario), [scenario])
  const moment = within(choices, chosen)
  const words = useScenarioWords(scenario, option, moment)
  const payoff = usePayoff(of, useRoomyRange(scenario, of), plotHeight)
  const { geometry, read, isReading, now } = payoff
  const isToday = moment.daysLeft === choices.days && moment.shift === 0
  return (
    <>
      <PayoffFigure
        payoff={payoff}
        texts={{
          label: t('label'),
          slider: t('price', { symbol }),
          readout: words.chosenAt(read),
          written: words.atExpiry(read),
        }}
      >
        <Curves
          position={option}
          grid={scenario}
          moment={moment}
          geometry={geometry}
          read={isReading ? read : null}
        />
      </PayoffFigure>
      <div className="how-before">
        <div className="how-before-head">
          <Legend chosen={isToday ? null : words.date} />
          <Button kind="quiet" disabled={isToday} onClick={() => setChosen(today)}>
            {t('reset')}
          </Button>
        </div>
        <output className="how-before-said" dir="auto">
          {words.chosenAt(isReading ? read : now)}
        </output>
        {choices.days === 0 ? (
          <p className="how-before-why">{t('lastDay')}</p>
        ) : (
          <Sliders choices={choices} moment={moment} words={words} onChoose={setChosen} />
        )}
        {scenario.greeks && <Greeks greeks={scenario.greeks} contracts={option.contracts} />}
        <p className="how-footnote">{t('note')}</p>
      </div>
    </>
  )
}

/** The axes with room for every curve of the grid; they stay while days and volatilities are chosen. */
function useRoomyRange(scenario: Scenario, of: PayoffOf): PayoffRange {
  const { legType, strike, breakeven, contracts } = of.option
  const { low, high, bottom, top } = rangeOf(of)
  return useMemo(
    () => withRoomFor({ legType, strike, breakeven, contracts }, scenario, { low, high, bottom, top }),
    [legType, strike, breakeven, contracts, scenario, low, high, bottom, top],
  )
}
