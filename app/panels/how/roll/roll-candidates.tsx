/** Table of the roll candidates, grouped by kind, in which the user selects one. */
import { Fragment } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { type Roll, type RollCandidate, rollKinds } from '#contract/responses/roll.ts'
import { useFormat } from '#app/i18n/format.ts'
import { contractText } from '#app/ui/price/open-option.tsx'
import { Unknown } from '#app/ui/unknown.tsx'

export function RollCandidates({
  roll,
  chosenId,
  onChoose,
}: {
  roll: Roll
  /** OSI symbol of the selected candidate. */
  chosenId: string | null
  onChoose: (id: string) => void
}) {
  const { t } = useTranslation('holdings')
  const kinds = rollKinds.filter((kind) => roll.candidates.some((candidate) => candidate.kind === kind))
  if (!kinds.length)
    return (
      <p className="roll-note">
        {t('roll.none')}{' '}
        {roll.unknown.some(({ field }) => field === 'candidates') && <Unknown of={roll} field="candidates" />}
      </p>
    )
  return (
    // The buttons make this scroll container reachable by keyboard.
    <div className="roll-candidates">
      <table aria-label={t('roll.candidates')}>
        <thead>
          <tr>
            <th scope="col">{t('roll.candidates')}</th>
            <th scope="col" className="number">
              {t('roll.credit')}
            </th>
            <th scope="col" className="number">
              {t('roll.worthless')}
            </th>
          </tr>
        </thead>
        {kinds.map((kind) => (
          <tbody key={kind}>
            <tr className="roll-kind">
              <th scope="rowgroup" colSpan={3}>
                {t(`kind.${kind}`)}
              </th>
            </tr>
            {roll.candidates
              .filter((candidate) => candidate.kind === kind)
              .map((candidate) => (
                <CandidateRow
                  key={candidate.id}
                  candidate={candidate}
                  isChosen={candidate.id === chosenId}
                  onChoose={onChoose}
                />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function CandidateRow({
  candidate,
  isChosen,
  onChoose,
}: {
  candidate: RollCandidate
  isChosen: boolean
  onChoose: (id: string) => void
}) {
  const { t } = useTranslation(['holdings', 'how'])
  const format = useFormat()
  const { id, credit, strikeGain, daysAdded, probability, warnings } = candidate
  const gains = [
    daysAdded > 0 && t('roll.daysAdded', { count: daysAdded }),
    strikeGain > 0 && t('roll.strikeGain', { amount: format.money(strikeGain) }),
  ].filter((gain) => gain !== false)
  return (
    <tr className={isChosen ? 'roll-chosen' : undefined} data-candidate={id}>
      <th scope="row">
        <button type="button" aria-pressed={isChosen} onClick={() => onChoose(id)}>
          <span>{contractText(t, format, id)}</span>
          <small>
            {gains.map((gain, index) => (
              <Fragment key={gain}>
                {index > 0 && ' · '}
                <bdi>{gain}</bdi>
              </Fragment>
            ))}
          </small>
          {warnings.length > 0 && (
            <small className="roll-warned">
              <span aria-hidden="true">! </span>
              {warnings.map((warning) => t(`warning.${warning}`)).join(' · ')}
            </small>
          )}
        </button>
      </th>
      <td className="number">
        <bdi>{format.change(credit)}</bdi>
        {credit !== 0 && <small>{t(credit < 0 ? 'roll.pays' : 'roll.gets')}</small>}
      </td>
      <td className="number">
        <bdi>{format.probability(probability)}</bdi>
      </td>
    </tr>
  )
}
