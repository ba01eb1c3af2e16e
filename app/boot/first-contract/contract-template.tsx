/**
 * Template of the card of the first contract as HTML, rendered by the build with the card's own components: its name, quote,
 * score, warnings and figures. It has each variant of a part, with placeholders for the values.
 * A script fills it before React is loaded (paint-contract.ts).
 */
import type { i18n } from 'i18next'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { renderMarkup } from '#app/boot/document/render-markup.tsx'
import { namedPart } from '#app/boot/template-parts.ts'
import { numberFormats } from '#app/i18n/number-format.ts'
import { CardFrame } from '#app/panels/how/card/card-frame.tsx'
import { KeyFigures } from '#app/panels/how/card/key-figures.tsx'
import { type ScoreBand, scoreBands } from '#app/panels/how/card/score-band.ts'
import { ContractMeta } from '#app/panels/how/card/strategy-card.tsx'
import { useCardWarnings } from '#app/panels/how/card/warnings.tsx'
import { contractValues } from './contract-parts.ts'

/** A contract whose values differ from each other in every format, so that each can be replaced by its placeholder. */
const sample = {
  id: '{id}',
  legType: 'Call',
  strike: 5171,
  expiryDate: '2031-05-16',
  daysUntilExpiry: 8,
  contracts: 1,
  delta: 0.8642,
  bid: 61.57,
  ask: 61.68,
  premium: 61.57,
  serviceScore: 137,
  probability: 0.73,
  probabilityOfProfit: 0.84,
  return: 0.0319,
  annualizedReturn: 0.472,
  breakeven: 4283.96,
  maxReward: 9356.14,
  maxRisk: 8712.68,
  premiumParts: { assignmentCost: 27.9364 },
  checklist: [],
  warnings: ['earnings-before-expiry', 'dividend-before-expiry'],
  impliedEvent: null,
  scoreParts: {},
} as unknown as IncomeOption
const sampleEvent = { until: '2031-04-23', move: 0.12 } as IncomeOption['impliedEvent']
/** More than the days of any contract. */
const maxDays = 2000

/** Returns the `<template>` in the language of the texts. @param script address of the script that fills it */
export async function renderContractTemplate(texts: i18n, script: string): Promise<string> {
  // Components that wait for texts cannot be rendered to markup.
  await texts.loadNamespaces(['how', 'ticket'])
  const card = renderCard(texts, sample)
  const partOf = (option: Partial<IncomeOption>, pattern: RegExp, income?: Partial<Income>) =>
    findPart(renderCard(texts, { ...sample, ...option }, income), pattern)
  const plurals = new Intl.PluralRules(texts.language)
  const days = plurals.resolvedOptions().pluralCategories.flatMap((category) => {
    const daysUntilExpiry = Array.from({ length: maxDays }, (_, count) => count).find(
      (count) => plurals.select(count) === category,
    )
    if (daysUntilExpiry === undefined) return []
    const part = partOf({ daysUntilExpiry }, daysPattern).replace(String(daysUntilExpiry), '{days}')
    return namedPart(`days ${category}`, part)
  })
  const times = [
    namedPart('time true', findPart(card, timePattern)),
    namedPart('time false', partOf({}, timePattern, { optionsAsOf: '2031-03-27T15:46:58Z' })),
  ]
  const scores = scoreBands.map((band) => namedPart(`score ${band}`, partOf(scoreOf[band], scorePattern)))
  const chips = [
    namedPart('implied-event', partOf({ impliedEvent: sampleEvent }, firstChipPattern)),
    namedPart('earnings-before-expiry', findPart(card, firstChipPattern)),
    namedPart('dividend-before-expiry', partOf({ warnings: ['dividend-before-expiry'] }, firstChipPattern)),
    namedPart('wide-spread', partOf({ warnings: [], ask: 79.41 }, firstChipPattern)),
    namedPart('small-premium', partOf({ warnings: [] }, firstChipPattern, { commission: 4567.89 })),
  ]
  const replacements: readonly (readonly [pattern: RegExp, part: string])[] = [
    [daysPattern, days.join('')],
    [timePattern, times.join('')],
    [scorePattern, scores.join('')],
    [chipsPattern, namedPart('warnings', `<p class="how-chips">${chips.join('')}</p>`)],
    [footnotePattern, namedPart('footnote', findPart(card, footnotePattern))],
    [/\*(?=<\/button>)/, '{mark}'],
  ]
  const content = replacements.reduce(
    (html, [pattern, part]) => html.replace(findPart(html, pattern), () => part),
    card,
  )
  return `<template data-script="${script}">${content}</template>`
}

const daysPattern = /(?<=<p class="how-meta">)<span>.*?<\/span>/
const timePattern = /<time\b.*?<\/time>/
const scorePattern = /<div class="how-score".*?<\/div>/
const chipsPattern = /<p class="how-chips">.*?<\/p>/
const firstChipPattern = /(?<=<p class="how-chips">)<span class="chip.*?<\/span><\/span>/
const footnotePattern = /<p class="how-footnote">.*?<\/p>/

/** A score of each band. */
const scoreOf: Readonly<Record<ScoreBand, Partial<IncomeOption>>> = {
  good: { checklist: [{ name: 'Score', severity: 'Good' }] as IncomeOption['checklist'] },
  even: {},
  fair: { serviceScore: 87 },
  poor: { checklist: [{ name: 'Score', severity: 'Bad' }] as IncomeOption['checklist'] },
}

function findPart(html: string, pattern: RegExp): string {
  const part = pattern.exec(html)?.[0]
  if (part === undefined) throw new Error(`the card of a contract has no part ${pattern}: ${html}`)
  return part
}

/** Renders the card of a contract with placeholders instead of the contract's values. */
function renderCard(texts: i18n, option: IncomeOption, changedIncome: Partial<Income> = {}): string {
  const income = {
    underlying: '{symbol}',
    optionsAsOf: new Date().toISOString(),
    commission: 0,
    costBasis: null,
    ...changedIncome,
  } as unknown as Income
  const queryClient = makeQueryClient()
  const html = renderMarkup(<SampleCard income={income} option={option} />, texts, undefined, {
    queryClient,
    identifierPrefix: 'card',
  })
  // Ends the timer that removes unused responses, which would keep the build running.
  queryClient.clear()
  const values = Object.entries(contractValues({ income, option }, numberFormats(texts.language)))
    .map(([name, value]) => [name, String(value)] as const)
    // A value of one character occurs elsewhere. Others may be part of a longer one.
    .filter(([, value]) => value.length > 1)
    .toSorted(([, a], [, b]) => b.length - a.length)
  const withPlaceholders = values.reduce(
    (text, [name, value]) =>
      text.replaceAll(new RegExp(`(?<![\\d.,])${literal(value)}(?!\\d)`, 'g'), `{${name}}`),
    html,
  )
  // A click opens the formula once React has rendered the card: the script records it until then.
  return withPlaceholders.replaceAll(
    / popoverTarget="[^"]*"|<div id="[^"]*" popover="auto" class="popover"><\/div>/g,
    '',
  )
}

/** Source of a regular expression that matches a text literally. */
const literal = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** The card without its diagram, assessment and order. */
function SampleCard({ income, option }: { income: Income; option: IncomeOption }) {
  return (
    <CardFrame
      symbol={income.underlying}
      option={option}
      warnings={useCardWarnings(income, option)}
      banner={null}
      meta={<ContractMeta income={income} option={option} />}
    >
      <div className="how-card-main">
        <KeyFigures option={option} withPremium={false} />
      </div>
    </CardFrame>
  )
}
