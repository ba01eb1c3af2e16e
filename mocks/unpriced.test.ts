/** The app's sample responses without prices have the nulls that the service sends. */
import { expect, test } from 'vitest'
import type { DataRoute } from '#contract/api/routes.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import { fieldClasses } from '#service/lookups/licence/field-classes.ts'
import { redact } from '#service/lookups/licence/redact.ts'
import { sampleBestIncome, sampleBestTrade } from '#app/testing/best-income.ts'
import { sampleChain } from '#app/testing/chain.ts'
import { sampleFullIdea } from '#app/testing/full-ideas.ts'
import { sampleIdeas } from '#app/testing/ideas.ts'
import { sampleIncome, sampleOption } from '#app/testing/income.ts'
import { sampleRoll } from '#app/testing/roll.ts'
import { sampleScenario } from '#app/testing/scenario.ts'
import { sampleHistory, sampleWhy } from '#app/testing/why.ts'
import {
  unpricedBestIncome,
  unpricedChain,
  unpricedHistory,
  unpricedIdeas,
  unpricedIncome,
  unpricedRoll,
  unpricedScenario,
  unpricedWhy,
} from '#app/testing/unpriced.ts'

/** Returns what the service sends to a partner who may show derived figures only. */
const redacted = (route: DataRoute, response: object): object =>
  redact(response, fieldClasses[route], { includes: () => false, dataClass: 'derived' })

/**
 * Returns a response in a comparable form: reasons in alphabetical order, and without the sentences of the checklist,
 * whose messages in the samples have no code of the service.
 */
const comparable = (response: object): unknown =>
  JSON.parse(
    JSON.stringify(response, (key, value: unknown) => {
      if (key === 'unknown')
        return (value as UnknownField[]).toSorted((a, b) => a.field.localeCompare(b.field))
      return key === 'checklist' ? (value as { name: string }[]).map(({ name }) => name) : value
    }),
  )

const why = { ...sampleWhy, dataStatus: { ...sampleWhy.dataStatus, dataClass: 'real-time' as const } }
const ideas = {
  ...sampleIdeas([]),
  tradeIdeas: [sampleFullIdea('KO'), sampleFullIdea('T', { putYield: null })],
}
const income = sampleIncome({ callAlternatives: [], putAlternatives: [], contract: sampleOption() })
const chain = sampleChain('2027-01-15')
const bestIncome = sampleBestIncome([sampleBestTrade('KO')], { unknown: [] })

test.each<[DataRoute, object, object]>([
  ['tradeIdeas', ideas, unpricedIdeas(ideas)],
  ['why', why, unpricedWhy(why)],
  ['history', { ...sampleHistory('6M'), unknown: [] }, unpricedHistory(sampleHistory('6M'))],
  ['income', income, unpricedIncome(income)],
  ['bestIncome', bestIncome, unpricedBestIncome(bestIncome)],
  ['chain', chain, unpricedChain(chain)],
  ['roll', sampleRoll(), unpricedRoll(sampleRoll())],
  ['scenario', sampleScenario(), unpricedScenario(sampleScenario())],
])('%s', (route, complete, sample) => {
  expect(comparable(sample)).toEqual(comparable(redacted(route, complete)))
})
