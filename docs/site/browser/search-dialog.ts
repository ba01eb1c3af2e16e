/** The search dialog. It is created, and its index fetched, on first use. */
import type { Found } from '../search-options.ts'
import { resultItem } from './search-result.ts'

type Find = (words: string) => readonly Found[]

const shown = 12

let finder: Promise<Find> | undefined
/** Loads the library and the index once; a failure is not cached. */
const loadFinder = (): Promise<Find> =>
  (finder ??= import('./search-finder.ts')
    .then(({ openIndex }) => openIndex(document.documentElement.dataset['search'] ?? ''))
    .catch((error: unknown) => {
      finder = undefined
      throw error
    }))

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

function makeDialog() {
  const input = element('input', {
    // A field of type search would consume the first Escape.
    type: 'text',
    role: 'searchbox',
    inputmode: 'search',
    'aria-label': 'Search the documentation',
    placeholder: 'Search the documentation',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
  })
  const close = element('button', { type: 'button', class: 'close', 'aria-keyshortcuts': 'Escape' }, 'Close')
  const status = element('p', { role: 'status', class: 'said' })
  const list = element('ul', { class: 'results', 'aria-label': 'Results' })
  const bar = element('div', { class: 'bar' }, input, close)
  const dialog = element('dialog', { class: 'search', 'aria-label': 'Search' }, bar, status, list)
  document.body.append(dialog)
  return { dialog, input, close, status, list }
}

/** Arrow keys move through the results, and from the first one back to the field. */
function followArrows({ dialog, input, list }: ReturnType<typeof makeDialog>): void {
  dialog.addEventListener('keydown', (event) => {
    const results = [...list.querySelectorAll('a')]
    const at = results.findIndex((link) => link === document.activeElement)
    if (event.key === 'ArrowDown') results[Math.min(at + 1, results.length - 1)]?.focus()
    else if (event.key === 'ArrowUp' && at > 0) results[at - 1]?.focus()
    else if (event.key === 'ArrowUp') input.focus()
    else if (event.key === 'Enter' && document.activeElement === input) results[0]?.click()
    else return
    event.preventDefault()
  })
}

function prepare() {
  const parts = makeDialog()
  const { dialog, input, close, status, list } = parts
  followArrows(parts)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    // The dialog element is its backdrop area. Results close the dialog because they may be on this page.
    if (event.target === dialog || (event.target as Element).closest('a')) dialog.close()
  })
  let asked = 0
  const show = async () => {
    const words = input.value.trim()
    const mine = ++asked
    if (words === '') {
      list.replaceChildren()
      status.textContent = ''
      return
    }
    try {
      const find = await loadFinder()
      if (mine !== asked) return
      const found = find(words)
      list.replaceChildren(...found.slice(0, shown).map((one) => resultItem(one, words)))
      status.textContent =
        found.length === 0
          ? `Nothing found for “${words}”.`
          : found.length === 1
            ? 'One section'
            : `${found.length} sections${found.length > shown ? `, the nearest ${shown} shown` : ''}`
    } catch {
      if (mine === asked) status.textContent = 'The search could not be loaded. Are you offline?'
    }
  }
  input.addEventListener('input', () => void show())
  return () => {
    dialog.showModal()
    input.select()
    loadFinder().catch(() => {})
  }
}

/** Whether the focused element uses the key. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export function offerSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('.search-button')
  if (!button) return
  let open: (() => void) | undefined
  const start = () => (open ??= prepare())()
  button.hidden = false
  button.addEventListener('click', start)
  addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return
    const slash =
      event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    const command = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!slash && !command) return
    event.preventDefault()
    start()
  })
}
