/**
 * A screen reader's cursor in the widget's frame, over the accessibility tree that the browser would give to a real
 * one. `screen-reader.ts` bundles this file and runs it in the frame.
 */
import { virtual } from '@guidepup/virtual-screen-reader'

/** Maximum moves of the cursor to reach an element of the widget. */
const maxMoves = 4000

/** Returns the phrases since the last call, and forgets them. */
async function takePhrases(): Promise<string[]> {
  const phrases = [...(await virtual.spokenPhraseLog())]
  await virtual.clearSpokenPhraseLog()
  return phrases
}

const isInside = (element: Element): boolean =>
  virtual.activeNode !== null && element.contains(virtual.activeNode)

/** Whether the cursor is before the element, or at an element around it. */
function isBefore(element: Element): boolean {
  const node = virtual.activeNode
  return node !== null && Boolean(node.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
}

/** Moves the cursor to the first item of an element, forward or back. */
async function goTo(element: Element): Promise<void> {
  let moves = 0
  const move = async (direction: 'next' | 'previous') => {
    moves += 1
    if (moves > maxMoves)
      throw new Error(`The screen reader does not reach ${element.outerHTML.slice(0, 300)}`)
    await virtual[direction]()
  }
  while (!isBefore(element)) await move('previous')
  while (!isInside(element)) await move('next')
}

/** Moves the cursor to an element; returns what was announced before, and the phrase at the element. */
async function moveTo(element: Element): Promise<string[]> {
  const announced = await takePhrases()
  await goTo(element)
  return [...announced, ...(await takePhrases()).slice(-1)]
}

const frameReader = {
  start: () => virtual.start({ container: document.body }),
  moveTo,
  /** Reads an element from its first item to its last. */
  async read(element: Element): Promise<string[]> {
    const phrases = await moveTo(element)
    for (let moves = 0; moves < maxMoves; moves += 1) {
      await virtual.next()
      if (!isInside(element)) break
    }
    // The last phrase is that of the item after the element.
    return [...phrases, ...(await takePhrases()).slice(0, -1)]
  },
}

export type FrameReader = typeof frameReader

window.frameReader = frameReader
