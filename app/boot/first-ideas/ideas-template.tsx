/**
 * Template of the list of ideas as HTML, rendered by the build with the list's own components. It has the table with
 * its headers and, in the table's body, each variant of a row element and of a cell, with placeholders for the values.
 * The bootstrap script makes the first rows of it before React is loaded (paint-ideas.ts).
 */
import type { i18n, TFunction } from 'i18next'
import type { WireTradeIdea } from '#contract/responses/lists/ideas.ts'
import { renderMarkup } from '#app/boot/document/render-markup.tsx'
import { makeQueryClient, queries } from '#app/api/queries.ts'
import { missingValueText } from '#app/i18n/number-format.ts'
import { IdeaRow } from '#app/panels/what/ideas/idea-row.tsx'
import { WhatPanel } from '#app/panels/what/what-panel.tsx'
import { meterWidth } from '#app/ui/price/meter-width.ts'
import { namedPart, styleAttribute } from '#app/boot/template-parts.ts'
import { cellParts } from './idea-slots.ts'

/** Values of the samples. Each is unique in the HTML of its row, so that it can be replaced by its placeholder. */
const sampleStrength = 73
const samplePosition = 998
const sampleSymbolCount = 7654
/** More than fit on any screen, so that the list ends with a gap. */
const sampleIdeaCount = 1000

/** Returns the HTML of the `<template>`'s content in the language of the texts. */
export function renderIdeasTemplate(texts: i18n): string {
  const table = renderList(texts)
  const body = /<tbody>([\s\S]*)<\/tbody>/.exec(table)
  const gap = /<tr aria-hidden="true" style="[^"]*"><\/tr>$/.exec(body?.[1] ?? '')
  if (!body || !gap) throw new Error('the list of ideas has no table body that ends with a gap')
  const parts = [
    ...rowElements(texts),
    namedPart('gap', withoutStyles(gap[0].replace(/\d+"/, '{gap}"'))),
    cells(texts),
  ]
  return table.replace(body[0], `<tbody>${parts.join('')}</tbody>`)
}

/** Renders the content of the panel's body: the table, of which the first row and a gap are rendered, and its basis. */
function renderList(texts: i18n): string {
  const queryClient = makeQueryClient()
  const tradeIdeas = Array.from({ length: sampleIdeaCount }, (_, index) => ({
    ...sample,
    symbol: `S${index}`,
  }))
  queryClient.setQueryData(queries.tradeIdeas().queryKey, {
    tradeIdeas,
    dateOfScan: null,
    tradingDay: null,
    tradingDaysOld: 0,
    universeSize: sampleSymbolCount,
  } as never)
  const html = renderMarkup(<WhatPanel isPainted={false} />, texts, { phase: 'ready' }, { queryClient })
  // Ends the timer that removes unused responses, which would keep the build running.
  queryClient.clear()
  const content = /<div class="panel-body">(<table[\s\S]*<\/table>[\s\S]*)<\/div><\/section>$/.exec(html)?.[1]
  if (!content) throw new Error('the panel of the ideas has no table')
  return content
    .replace(`aria-rowcount="${sampleIdeaCount + 1}"`, 'aria-rowcount="{rowCount}"')
    .replace(String(sampleSymbolCount), '{count}')
}

const sample = {
  symbol: '{symbol}',
  companyName: '{companyName}',
  sentiment: 'Bullish',
  price: 1,
  percentageChange: null,
  strength: sampleStrength,
  technicalRank: null,
  impliedVolatilityRank: null,
  liquidityRank: 1,
  rules: [{}],
} as unknown as WireTradeIdea

/** Samples that together have each variant of each cell. */
function samplesIn(plurals: Intl.PluralRules): WireTradeIdea[] {
  const ruleCounts = plurals
    .resolvedOptions()
    .pluralCategories.map((category) =>
      Array.from({ length: 200 }, (_, count) => count).find(
        (count) => count > 1 && plurals.select(count) === category,
      ),
    )
    .filter((count) => count !== undefined)
  const technicalRank = '{technicalRank}' as never
  return [
    sample,
    { ...sample, percentageChange: 1, liquidityRank: 2, technicalRank },
    {
      ...sample,
      percentageChange: -1,
      liquidityRank: 3,
      sentiment: 'Bearish',
      impliedVolatilityRank: 1,
    },
    { ...sample, percentageChange: 0 },
    ...ruleCounts.map((count) => ({
      ...sample,
      rules: Array.from({ length: count }, () => sample.rules[0]!),
    })),
  ]
}

/** Renders a row whose values are placeholders. */
function renderRow(texts: i18n, idea: WireTradeIdea): string {
  const t = texts.getFixedT(null, 'what') as unknown as (key: string, options?: { count?: number }) => string
  const count = idea.rules.length
  const html = renderMarkup(
    <table>
      <tbody>
        <IdeaRow
          idea={idea}
          fullIdea={undefined}
          features={undefined}
          position={samplePosition}
          selected={false}
          focusable={false}
          isVisible
          quiet={false}
          t={
            ((key: string, options?: { count?: number }) =>
              t(key, options).replace(String(options?.count), '{rules}')) as unknown as TFunction<
              ['what', 'common']
            >
          }
          format={
            {
              price: () => '{price}',
              signedPercent: () => '{change}',
              decimal: (value: number | null) =>
                value === null
                  ? missingValueText
                  : value === sampleStrength
                    ? '{strength}'
                    : '{impliedVolatilityRank}',
            } as never
          }
        />
      </tbody>
    </table>,
    texts,
  )
  return withoutStyles(
    html
      .replace(/^<table><tbody>|<\/tbody><\/table>$/g, '')
      .replace(`aria-rowindex="${samplePosition + 1}"`, 'aria-rowindex="{rowIndex}"')
      .replace(`:${meterWidth(sampleStrength, 100)}"`, ':{width}"')
      .replace(`>${count}<`, '>{rules}<'),
  )
}

/** The row elements without cells, one for each sentiment. The part has the name of the sentiment. */
const rowElements = (texts: i18n): string[] =>
  (['Bullish', 'Bearish'] as const).map((sentiment) => {
    const row = /^<tr\b[^>]*>/.exec(renderRow(texts, { ...sample, sentiment }))![0]
    return namedPart(
      sentiment,
      `${row.replace(rowState, 'aria-selected="{isSelected}" tabindex="{tabIndex}"')}</tr>`,
    )
  })
/** The attributes of a row that depend on the selection, and on the row that the Tab key reaches. */
const rowState = 'aria-selected="false" tabindex="-1"'

/** A row with each variant of each cell. */
function cells(texts: i18n): string {
  const variants = new Map<string, string>()
  const plurals = new Intl.PluralRules(texts.language)
  for (const idea of samplesIn(plurals)) {
    const html = renderRow(texts, idea)
    const rowCells = [...html.matchAll(/<(td|th)\b[\s\S]*?<\/\1>/g)].map(([cell]) => cell)
    const parts = cellParts(idea, plurals)
    if (parts.length !== rowCells.length)
      throw new Error(`a row of the list has ${rowCells.length} cells, but cellParts names ${parts.length}`)
    for (const [index, part] of parts.entries())
      if (!variants.has(part)) variants.set(part, namedPart(part, rowCells[index]!))
  }
  return `<tr>${[...variants.values()].join('')}</tr>`
}

/** The document's policy forbids style attributes: the script sets the styles. */
const withoutStyles = (html: string): string => html.replaceAll(' style="', ` ${styleAttribute}="`)
