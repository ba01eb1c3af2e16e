import { type RefObject, useLayoutEffect } from 'react'
import { early } from '#app/state/early-input.ts'

/**
 * Replays the input on the card that the document has shown before the panel was rendered: focus and clicks. The card's
 * first buttons are the painted ones. Input on another contract is dropped.
 */
export function useEarlyClicks(cards: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { content } = early
    if (!content?.matches('.how-cards')) return
    const input = early.input.splice(0)
    early.content = undefined
    if (contractOf(content) !== contractOf(cards.current!)) return
    const paintedButtons = [...content.querySelectorAll('button')]
    const buttons = cards.current!.querySelectorAll('button')
    for (const [{ type, target }] of input) {
      const button = buttons[paintedButtons.indexOf((target as Element).closest('button')!)]
      if (type === 'focusin') button?.focus({ preventScroll: true })
      else if (type === 'click') button?.click()
    }
  }, [cards])
}

const contractOf = (cards: Element) => cards.querySelector<HTMLElement>('[data-option]')?.dataset['option']
