/** The panel with code for the current settings. */
import { element, copyOnClick, text } from './page.js'
import { kinds, snippet } from './snippet.js'

/**
 * @param {() => import('./options.js').Settings} currentSettings
 * @param {() => import('./snippet.js').Config} currentConfig
 * @param {() => string} currentLink address that opens the page as it is now
 * @returns {() => void} a function that updates the code
 */
export function codePanel(currentSettings, currentConfig, currentLink) {
  const form = element('snippet-kind', HTMLFormElement)
  const code = element('snippet', HTMLElement)
  form.querySelector('select')?.append(...kinds.map(({ kind, title }) => new Option(title, kind)))
  const update = () => {
    code.textContent = snippet(text(new FormData(form), 'kind'), currentSettings(), currentConfig())
  }
  form.addEventListener('change', update)
  form.addEventListener('submit', (event) => event.preventDefault())
  copyOnClick('copy', () => code.textContent ?? '')
  copyOnClick('copy-link', currentLink)
  return update
}
