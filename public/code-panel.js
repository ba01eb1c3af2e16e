/** The panel with code for the current settings. */
import { element, copyOnClick, text } from './page.js'
import { kinds, snippet } from './snippet.js'

/**
 * @param {() => import('./options.js').Settings} settingsNow
 * @param {() => import('./snippet.js').Config} configNow
 * @returns {() => void} updates the code
 */
export function codePanel(settingsNow, configNow) {
  const form = element('snippet-kind', HTMLFormElement)
  const code = element('snippet', HTMLElement)
  form.querySelector('select')?.append(...kinds.map(({ kind, title }) => new Option(title, kind)))
  const show = () => {
    code.textContent = snippet(text(new FormData(form), 'kind'), settingsNow(), configNow())
  }
  form.addEventListener('change', show)
  form.addEventListener('submit', (event) => event.preventDefault())
  copyOnClick('copy', () => code.textContent ?? '')
  copyOnClick('copy-link', () => location.href)
  return show
}
