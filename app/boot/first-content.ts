/** Chooses what paints the first content before React: the ideas, or the card of the first contract. */
import { readAppearance } from '#app/state/appearance.ts'
import type { StoredView } from '#app/state/storage/stored-view.ts'
import { prepareIdeas } from './first-ideas/paint-ideas.ts'
import type * as PaintContract from './first-contract/paint-contract.ts'
import type { RequestedSession } from './session/pre-session.ts'
import type { Paint } from './template-parts.ts'

/** Names of options that change the content by code of the app. */
const appOptions = /color|font|radius|state/i

/**
 * Whether the content can be painted as React will render it. The options are unchecked. A user's own appearance and
 * options that need code of the app are left to the app, and so is a list that is hidden behind another tab.
 */
export function canPaint(options: Readonly<Record<string, unknown>>, view: StoredView): boolean {
  const tab = view.tab ?? options['tab'] ?? (options['symbol'] ? 'why' : 'what')
  const tabs = document.querySelector<HTMLElement>('.tabs')
  return (
    !Object.entries(options).some(([name, value]) => value && appOptions.test(name)) &&
    options['height'] !== 'auto' &&
    !Object.keys(readAppearance()).length &&
    (tab === 'what' || !tabs?.offsetParent)
  )
}

/**
 * Prepares the painting before the response arrives; undefined if it is left to React. The document of a widget without the
 * list names the script that paints the card, which other widgets do not load.
 */
export async function preparePainting({ options, view }: RequestedSession): Promise<Paint | undefined> {
  const template = canPaint(options, view) && document.querySelector('template')
  if (!template) return undefined
  const { script } = template.dataset
  if (!script) return prepareIdeas(template)
  const { prepareContract } = (await import(/* @vite-ignore */ script)) as typeof PaintContract
  return prepareContract(template, options, view)
}
