/** The search dialog. The first use creates it and fetches its index. */
import type { SearchResult } from '../search-options.ts'
import { resultItem } from './search-result.ts'

type Search = (query: string) => readonly SearchResult[]

const maxShown = 12

let pendingSearch: Promise<Search> | undefined
/** Loads the library and the index once; a failure is not cached. */
const loadSearch = (): Promise<Search> =>
  (pendingSearch ??= import('./search-finder.ts')
    .then(({ openIndex }) => openIndex(document.documentElement.dataset['search'] ?? ''))
    .catch((error: unknown) => {
      pendingSearch = undefined
      throw error
    }))

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const created = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value)
  created.append(...children)
  return created
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
    const focusedIndex = results.findIndex((link) => link === document.activeElement)
    if (event.key === 'ArrowDown') results[Math.min(focusedIndex + 1, results.length - 1)]?.focus()
    else if (event.key === 'ArrowUp' && focusedIndex > 0) results[focusedIndex - 1]?.focus()
    else if (event.key === 'ArrowUp') input.focus()
    else if (event.key === 'Enter' && document.activeElement === input) results[0]?.click()
    else return
    event.preventDefault()
  })
}

function createSearch() {
  const parts = makeDialog()
  const { dialog, input, close, status, list } = parts
  followArrows(parts)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    // A click on the backdrop has the dialog as its target. A result may be a section of this page, which the
    // dialog would cover.
    if (event.target === dialog || (event.target as Element).closest('a')) dialog.close()
  })
  let latestRequest = 0
  const show = async () => {
    const query = input.value.trim()
    const thisRequest = ++latestRequest
    if (query === '') {
      list.replaceChildren()
      status.textContent = ''
      return
    }
    try {
      const search = await loadSearch()
      if (thisRequest !== latestRequest) return
      const results = search(query)
      list.replaceChildren(...results.slice(0, maxShown).map((result) => resultItem(result, query)))
      status.textContent =
        results.length === 0
          ? `Nothing found for “${query}”.`
          : results.length === 1
            ? 'One section'
            : `${results.length} sections${results.length > maxShown ? `, the nearest ${maxShown} shown` : ''}`
    } catch {
      if (thisRequest === latestRequest)
        status.textContent = 'The search could not be loaded. Are you offline?'
    }
  }
  input.addEventListener('input', () => void show())
  return () => {
    dialog.showModal()
    input.select()
    loadSearch().catch(() => {})
  }
}

/** Whether the element accepts typed text. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Shows the search button, and opens the search with it, `/`, Ctrl+K or Command+K. */
export function offerSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('.search-button')
  if (!button) return
  let openDialog: (() => void) | undefined
  const openSearch = () => (openDialog ??= createSearch())()
  button.hidden = false
  button.addEventListener('click', openSearch)
  addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return
    const isSlash =
      event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    const isCommandK = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!isSlash && !isCommandK) return
    event.preventDefault()
    openSearch()
  })
}
