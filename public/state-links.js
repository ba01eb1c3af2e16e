/** Links that produce a state. Only the workbench's own page links to its scenarios. */

/**
 * @param {import('./states.js').State} state
 * @param {import('./config.js').PageConfig} config
 * @returns {{ href: string, how: string } | undefined} undefined if this page cannot produce the state
 */
export function linkToState({ scenario, here, settings, test }, { place, testKey }) {
  if (place === 'workbench') return { href: `#scenario=${scenario}`, how: '' }
  if (testKey && test) return { href: `#${test}`, how: 'With the test key.' }
  return settings ? { href: `#${settings}`, how: here ?? '' } : undefined
}
