/**
 * Configuration of the page. The same files are a sample partner's page (`npm start`, with a server that holds a secret
 * key), the playground of the service (`/docs/playground/`), and the workbench (`npm run dev`, without a server).
 */

/**
 * `service`: origin of the service. `apiKey`: the demo's public key, or ''. `testKey`: a key that reads the test
 * market. `loader`: the loader's module if no script is served. `scenarios`: states that the workbench can show.
 * @typedef {{ place: 'partner' | 'service' | 'workbench', service: string, apiKey: string, testKey?: string, loader?: string, scenarios?: readonly string[] }} PageConfig
 */

/** @returns {Promise<PageConfig>} */
export async function readConfig() {
  return (await fetch('config.json')).json()
}

/** Title, note and link of the page, by place. @type {Record<PageConfig['place'], { title: string, note: string, docs: string }>} */
const placeTexts = {
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

/** Displays the title, note and link of the page. @param {PageConfig} config */
export function showPlace({ place, service }) {
  const { title, note, docs } = placeTexts[place]
  const setText = (/** @type {string} */ id, /** @type {string} */ text) => {
    const target = document.getElementById(id)
    if (target) target.textContent = text
  }
  setText('place', title)
  setText('place-note', note)
  setText('service', service)
  for (const link of document.querySelectorAll('nav a')) {
    if (!(link instanceof HTMLAnchorElement)) continue
    const { page } = link.dataset
    link.hidden = !docs
    link.href = service + docs + (page ? `/${page}` : '')
  }
}
