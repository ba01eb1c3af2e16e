/** Generates code for partners to copy. It has the settings on screen, without defaults and secrets. */
import { element, next, react, vue } from './snippet-frameworks.js'
import { kotlin, reactNative, swift } from './snippet-native.js'
import { policy, server } from './snippet-server.js'
import { html, htmlAsync } from './snippet-web.js'

/**
 * Inputs of the generated code: the service's address and the public key of the page.
 * `isDemoKey`: the key is the demo's, so the code contains a note to replace it.
 * @typedef {{ service: string, apiKey: string, isDemoKey?: boolean }} Config
 * @typedef {(settings: import('./options.js').Settings, config: Config) => string} Write
 */

/** Every kind of code, in the order of the list. @type {readonly { kind: string, title: string, write: Write }[]} */
export const kinds = [
  { kind: 'html', title: 'HTML', write: html },
  { kind: 'html-async', title: 'HTML, async script', write: htmlAsync },
  { kind: 'react', title: 'React', write: react },
  { kind: 'element', title: 'Element', write: element },
  { kind: 'next', title: 'Next.js', write: next },
  { kind: 'vue', title: 'Vue', write: vue },
  { kind: 'swift', title: 'Swift', write: swift },
  { kind: 'kotlin', title: 'Kotlin', write: kotlin },
  { kind: 'react-native', title: 'React Native', write: reactNative },
  { kind: 'policy', title: 'CSP', write: (_, config) => policy(config) },
  { kind: 'server', title: 'Server call', write: (_, config) => server(config) },
]

/**
 * @param {string} kind one of `kinds`; HTML for any other
 * @param {import('./options.js').Settings} settings
 * @param {Config} config
 * @returns {string}
 */
export const snippet = (kind, settings, config) => {
  const code = (kinds.find((entry) => entry.kind === kind) ?? { write: html }).write(settings, config)
  if (!config.isDemoKey || !config.apiKey || !code.includes(config.apiKey)) return code
  const note = 'The key is the demo’s: put your own key in its place.'
  return `${/^\s*</.test(code) ? `<!-- ${note} -->` : `// ${note}`}\n${code}`
}
