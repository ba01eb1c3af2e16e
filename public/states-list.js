/** The list of states that this page can link to. */
import { element } from './page.js'
import { states } from './states.js'
import { linkToState } from './state-links.js'

/** @param {import('./config.js').PageConfig} config */
export function listStates(config) {
  for (const state of states) {
    const stateLink = linkToState(state, config)
    if (!stateLink) continue
    const link = document.createElement('a')
    link.textContent = state.title
    link.href = stateLink.href
    const item = document.createElement('li')
    const note = document.createElement('small')
    note.textContent = stateLink.how
    item.append(link, note)
    element('states', HTMLElement).append(item)
  }
  element('states-note', HTMLElement).textContent =
    config.place === 'workbench'
      ? 'Every state, played by the workbench.'
      : config.testKey
        ? 'The test market produces these states: /docs/test-keys'
        : 'Most of these states need a test key: /docs/test-keys'
}
