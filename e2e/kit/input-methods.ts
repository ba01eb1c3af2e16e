/** Input methods of a user: mouse, keyboard only, and touch. */
import type { Locator, Page } from '@playwright/test'

export const inputMethodNames = ['mouse', 'keyboard', 'touch'] as const
export type InputMethodName = (typeof inputMethodNames)[number]

/** Actions by one input method. Like Playwright's actions, each waits until its element is ready. */
export type InputMethod = {
  readonly name: InputMethodName
  /** Presses a button, row, cell or tab. */
  press(target: Locator): Promise<void>
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>
}

export function inputMethodOf(name: InputMethodName, page: Page): InputMethod {
  if (name === 'keyboard') return keyboardOf(page)
  const press = (target: Locator) => (name === 'touch' ? target.tap() : target.click())
  return {
    name,
    press,
    async write(field, text) {
      await press(field)
      await field.fill(text)
    },
  }
}

/** Maximum key presses to reach any element of the widget. */
const maxKeyPresses = 250

function keyboardOf(page: Page): InputMethod {
  /** Moves the focus to an element: Tab between controls, arrow keys inside a grid, a list or tabs. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor({ state: 'visible' })
    for (let presses = 0; presses < maxKeyPresses; presses += 1) {
      const key = await target.evaluate(nextKey)
      if (key === '') return
      await page.keyboard.press(key)
    }
    throw new Error(`${maxKeyPresses} key presses did not move the focus to ${String(target)}`)
  }
  return {
    name: 'keyboard',
    async press(target) {
      await reach(target)
      // Arrow keys select tabs, radio buttons and cells; other elements need Enter.
      if (
        !(await target.evaluate((element) =>
          element.matches('[role=tab],[role=radio],[role=gridcell][data-cell]'),
        ))
      )
        await page.keyboard.press('Enter')
    },
    async write(field, text) {
      await reach(field)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
  }
}

/** The key that moves the focus towards an element; empty if it has the focus. Runs in the frame. */
function nextKey(target: Element): string {
  const focused = document.activeElement
  if (focused === target) return ''
  if (!focused || focused === document.body) return 'Tab'
  const group = focused.closest('[role=grid],[role=radiogroup],[role=tablist],[role=listbox]')
  if (group?.contains(target)) {
    const [from, to] = [focused.getBoundingClientRect(), target.getBoundingClientRect()]
    if (to.top >= from.bottom - 1) return 'ArrowDown'
    if (to.bottom <= from.top + 1) return 'ArrowUp'
    return to.left > from.left ? 'ArrowRight' : 'ArrowLeft'
  }
  return focused.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING ? 'Tab' : 'Shift+Tab'
}
