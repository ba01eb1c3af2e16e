/**
 * Skeletons: the app's first rendering as HTML, which the document displays before any script runs.
 * The build (vite.config.ts) renders it with the app's own components, so that nothing moves when
 * the app takes over. A skeleton is followed by the template of the first content: the list of ideas, or the card of
 * a contract.
 */
import type { i18n } from 'i18next'
import { renderContractTemplate } from '#app/boot/first-contract/contract-template.tsx'
import { renderIdeasTemplate } from '#app/boot/first-ideas/ideas-template.tsx'
import { type InitialFrame, skeletonName, type Skeletons } from '#contract/api/initial-frame.ts'
import { locales } from '#contract/text/locales.ts'
import { widgetTypes } from '#contract/bridge/options/options.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { type Parts, Shell } from '#app/shell/shell.tsx'
import { type Host, showsWhatPanel } from '#app/state/host.ts'
import { renderMarkup } from './render-markup.tsx'

/** The settings that a skeleton depends on. */
type Variant = Omit<InitialFrame, 'density'>

const noop = () => null
/** Never called: the parts are loaded after the first ideas. */
const rejectParts = () => Promise.reject<Parts>(new Error('a skeleton loads no parts'))

/**
 * Renders the skeletons of all languages, widgets and layouts.
 *
 * @param options.contractScript address of the script that paints the card of a contract
 */
export async function renderSkeletons({ contractScript }: { contractScript: string }): Promise<Skeletons> {
  const skeletons: Record<string, string> = {}
  for (const locale of locales) {
    const texts = await startI18n(locale)
    const ideas = `<template>${renderIdeasTemplate(texts)}</template>`
    const contract = await renderContractTemplate(texts, contractScript)
    for (const variant of variantsIn(locale))
      skeletons[skeletonName(variant)] =
        renderSkeleton(variant, texts) +
        (showsWhatPanel(variant as Host) ? ideas : variant.widgetType === 'proStrategies' ? contract : '')
  }
  return skeletons
}

/** Returns the variants of a language. Variants that look the same have the same skeleton name. */
const variantsIn = (locale: Variant['locale']): Variant[] =>
  widgetTypes.flatMap((widgetType) =>
    [true, false].flatMap((showHeader) =>
      [true, false].map((showWhatPanel) => ({ widgetType, locale, options: { showHeader, showWhatPanel } })),
    ),
  )

const renderSkeleton = (variant: Variant, texts: i18n): string =>
  renderMarkup(
    <Shell
      loadParts={rejectParts}
      onReady={noop}
      onIdeas={noop}
      onTrade={noop}
      onReload={noop}
      onRetry={noop}
    />,
    texts,
    { ...variant, phase: 'connecting' },
  )
