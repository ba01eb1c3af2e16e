/** The list of states that can be reached from where the page stands. */
import { element } from './page.js'
import { states } from './states.js'
import { wayTo } from './ways.js'

/** @param {import('./config.js').PageConfig} config */
export function listStates(config) {
  for (const state of states) {
    const way = wayTo(state, config)
    if (!way) continue
    const link = document.createElement('a')
    link.textContent = state.title
    link.href = way.href
    const item = document.createElement('li')
    const note = document.createElement('small')
    note.textContent = way.how
    item.append(link, note)
    element('states', HTMLElement).append(item)
  }
  element('states-note', HTMLElement).textContent =
    config.place === 'workbench'
      ? 'Every state, played by the workbench.'
      : (config.testKey
          ? 'Played by the test market. '
          : 'A test key brings about most of them: /docs/test-keys. ') +
        'The workbench of the service’s sources (npm run dev) has the rest.'
}
