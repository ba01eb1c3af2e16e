/** Chooses what paints the first content before React: the ideas, or the card of the first contract. */
import { canPaint, prepareIdeas } from './first-ideas/paint-ideas.ts'
import type * as PaintContract from './first-contract/paint-contract.ts'
import type { RequestedSession } from './session/pre-session.ts'
import type { Paint } from './template-parts.ts'

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
