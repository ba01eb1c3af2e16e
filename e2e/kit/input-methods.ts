/** Input methods of a user: mouse, keyboard only, and touch. `screen-reader/` has the fourth. */
import { expect, type Locator, type Page } from '@playwright/test'

export const inputMethodNames = ['mouse', 'keyboard', 'touch'] as const
export type InputMethodName = (typeof inputMethodNames)[number]

/** Actions by one input method. Like Playwright's actions, each waits until its element is ready. */
export type InputMethod = {
  readonly name: InputMethodName | 'screen reader'
  /** Presses a button, row, cell or tab. */
  press(target: Locator): Promise<void>
  /** Replaces the text of a field. Presses it first, unless it has the focus. */
  write(field: Locator, text: string): Promise<void>
  /** Replaces the text of the field after the one that was written last. A mouse user presses Tab for it. */
  writeNext(field: Locator, text: string): Promise<void>
  /** Presses Enter in the field that was written last. */
  confirm(): Promise<void>
  /** Takes in what an element shows. */
  read(target: Locator): Promise<void>
}

/**
 * An input method with eyes. `presses` counts clicks, taps, or elements that Enter or Space pressed; `entries` the texts
 * that were typed or pasted.
 */
export type VisualInputMethod = InputMethod & { readonly presses: number; readonly entries: number }

/** Scrolls to an element, which must then be visible. */
async function look(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await expect(target).toBeInViewport()
}

export function inputMethodOf(name: InputMethodName, page: Page): VisualInputMethod {
  const confirm = () => page.keyboard.press('Enter')
  if (name === 'keyboard') return keyboardOf(page, confirm)
  let presses = 0
  let entries = 0
  const press = async (target: Locator) => {
    await (name === 'touch' ? target.tap() : target.click())
    presses += 1
  }
  const write = async (field: Locator, text: string) => {
    await field.waitFor({ state: 'visible' })
    if (!(await hasFocus(field))) await press(field)
    await field.fill(text)
    entries += 1
  }
  return {
    name,
    press,
    confirm,
    read: look,
    write,
    async writeNext(field, text) {
      if (name === 'mouse') {
        await page.keyboard.press('Tab')
        await expect(field).toBeFocused()
      }
      await write(field, text)
    },
    get presses() {
      return presses
    },
    get entries() {
      return entries
    },
  }
}

const hasFocus = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => element === document.activeElement)

/** Maximum key presses to reach any element of the widget. */
const maxKeyPresses = 250

function keyboardOf(page: Page, confirm: () => Promise<void>): VisualInputMethod {
  let presses = 0
  let entries = 0
  const write = async (field: Locator, text: string) => {
    await reach(field)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
    entries += 1
  }
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
    confirm,
    read: look,
    async press(target) {
      await reach(target)
      presses += 1
      const key = await target.evaluate(pressKey)
      if (key) await page.keyboard.press(key)
    },
    write,
    writeNext: write,
    get presses() {
      return presses
    },
    get entries() {
      return entries
    },
  }
}

/** The key that presses a focused element; empty if the arrow keys that reached it selected it. Runs in the frame. */
function pressKey(element: Element): string {
  if (element.matches('[role=tab],[role=radio],[role=gridcell][data-cell]')) return ''
  return element.matches('[type=checkbox]') ? 'Space' : 'Enter'
}

/** The key that moves the focus towards an element; empty if it has the focus. Runs in the frame. */
function nextKey(target: Element): string {
  const focused = document.activeElement
  if (focused === target) return ''
  if (!focused || focused === document.body) return 'Tab'
  const group = focused.closest('[role=grid],[role=radiogroup],[role=tablist],[role=listbox]')
  if (group?.contains(target) && !focused.contains(target)) {
    const [from, to] = [focused.getBoundingClientRect(), target.getBoundingClientRect()]
    if (to.top >= from.bottom - 1) return 'ArrowDown'
    if (to.bottom <= from.top + 1) return 'ArrowUp'
    return to.left > from.left ? 'ArrowRight' : 'ArrowLeft'
  }
  return focused.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING ? 'Tab' : 'Shift+Tab'
}
