/** How to reach a state from where the page stands: partners have no workbench, so nothing leads there. */

/**
 * @param {import('./states.js').State} state
 * @param {import('./config.js').PageConfig} config
 * @returns {{ href: string, how: string } | undefined} undefined where it cannot be reached from here
 */
export function wayTo({ scenario, here, settings, test }, { place, testKey }) {
  if (place === 'workbench') return { href: `#scenario=${scenario}`, how: '' }
  if (testKey && test) return { href: `#${test}`, how: 'With the test key.' }
  return settings ? { href: `#${settings}`, how: here ?? '' } : undefined
}
