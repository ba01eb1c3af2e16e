/**
 * Configuration of the page. The same files are a sample partner's page (`npm start`, with a server that holds a secret
 * key), the playground of the service (`/docs/playground/`), and the workbench (`npm run dev`, without a server).
 */

/**
 * `service`: its origin. `apiKey`: the demo's public key, '' without one. `testKey`: one that reads the test
 * market. `loader`: the loader's module if no script is served. `scenarios`: states that the workbench can show.
 * @typedef {{ place: 'partner' | 'service' | 'workbench', service: string, apiKey: string, testKey?: string, loader?: string, scenarios?: readonly string[] }} PageConfig
 */

/** @returns {Promise<PageConfig>} */
export async function readConfig() {
  return (await fetch('config.json')).json()
}

/** The page's title, note and link. @type {Record<PageConfig['place'], { title: string, note: string, docs: string }>} */
const words = {
  partner: {
    title: 'Northwind Brokerage',
    note: 'A made-up partner’s page, on its own origin. The widget comes from',
    docs: '/docs',
  },
  service: { title: 'Playground', note: 'The widget, with every option. It comes from', docs: '/docs' },
  workbench: {
    title: 'Playground',
    note: 'The widget over a made-up market, without a server. It comes from',
    docs: '',
  },
}

/** Shows the page's title, note and link. @param {PageConfig} config */
export function showPlace({ place, service }) {
  const { title, note, docs } = words[place]
  const setText = (/** @type {string} */ id, /** @type {string} */ text) => {
    const found = document.getElementById(id)
    if (found) found.textContent = text
  }
  setText('place', title)
  setText('place-note', note)
  setText('service', service)
  const link = document.getElementById('docs')
  if (link instanceof HTMLAnchorElement) {
    link.hidden = !docs
    link.href = service + docs
  }
}
