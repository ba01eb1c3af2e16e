/**
 * The widget options of the demo, in the order of its form, each with a sentence for partners. Names and defaults are
 * those of the widget (docs/embedding.md).
 */

/** @typedef {{ name: string, label: string, group: string, help: string, kind: 'choice' | 'text' | 'switch', default: string | boolean, choices?: readonly string[], pattern?: RegExp, maxLength?: number, placeholder?: string }} Control */

/** @type {readonly Control[]} */
export const controls = [
  {
    group: 'Appearance',
    name: 'width',
    label: 'Width',
    kind: 'text',
    default: '100%',
    help: 'Any CSS length.',
  },
  {
    group: 'Appearance',
    name: 'height',
    label: 'Height',
    kind: 'text',
    default: '768px',
    help: 'Any CSS length, or auto: as high as its content.',
  },
  {
    group: 'Appearance',
    name: 'accentColor',
    label: 'Accent colour',
    kind: 'text',
    default: '',
    placeholder: '#0b5fb3',
    help: 'Any CSS colour; kept readable on every theme.',
  },
  {
    group: 'Appearance',
    name: 'fontFamily',
    label: 'Font',
    kind: 'text',
    default: '',
    placeholder: 'Georgia, serif',
    help: 'Fonts that the user has.',
  },
  {
    group: 'Appearance',
    name: 'radius',
    label: 'Radius',
    kind: 'text',
    default: '',
    placeholder: '6px',
    help: 'Of corners, a CSS length.',
  },
  {
    group: 'Appearance',
    name: 'locale',
    label: 'Language',
    kind: 'choice',
    default: '',
    choices: ['', 'en', 'es', 'fr', 'de', 'pt-BR', 'zh-Hans', 'ja', 'ko', 'ar', 'he'],
    help: 'Left empty, the browser’s language.',
  },
  {
    group: 'Appearance',
    name: 'density',
    label: 'Rows',
    kind: 'choice',
    default: 'comfortable',
    choices: ['comfortable', 'compact'],
    help: 'Until the user chooses.',
  },
  {
    group: 'Appearance',
    name: 'colorConvention',
    label: 'Rising prices',
    kind: 'choice',
    default: 'green-up',
    choices: ['green-up', 'red-up'],
    help: 'Until the user chooses.',
  },
  {
    group: 'Appearance',
    name: 'colorVision',
    label: 'Palette',
    kind: 'choice',
    default: 'default',
    choices: ['default', 'safe'],
    help: 'Until the user chooses.',
  },
  {
    group: 'Panels',
    name: 'showHeader',
    label: 'Header',
    kind: 'switch',
    default: true,
    help: 'Search and market tone.',
  },
  {
    group: 'Panels',
    name: 'showMarketToneInHeader',
    label: 'Market tone',
    kind: 'switch',
    default: true,
    help: 'How the whole market stands.',
  },
  {
    group: 'Panels',
    name: 'showWhatPanel',
    label: 'Trade ideas',
    kind: 'switch',
    default: true,
    help: 'The What panel.',
  },
  {
    group: 'Panels',
    name: 'showNewsTab',
    label: 'News',
    kind: 'switch',
    default: false,
    help: 'A tab in the Why panel.',
  },
  {
    group: 'Panels',
    name: 'tab',
    label: 'First tab',
    kind: 'choice',
    default: '',
    choices: ['', 'what', 'why', 'how'],
    help: 'Where only one panel fits.',
  },
  {
    group: 'Page',
    name: 'acknowledgesTickets',
    label: 'Answers tickets',
    kind: 'switch',
    default: false,
    help: 'TICKET_RECEIVED, below.',
  },
  {
    group: 'Page',
    name: 'holdings',
    label: 'Sample holdings',
    kind: 'switch',
    default: false,
    help: 'A list of the user’s positions.',
  },
  {
    group: 'Page',
    name: 'loading',
    label: 'Loading',
    kind: 'choice',
    default: 'eager',
    choices: ['eager', 'lazy'],
    help: 'lazy: when it comes near.',
  },
  {
    group: 'Buttons',
    name: 'showSupportButtons',
    label: 'Support',
    kind: 'switch',
    default: false,
    help: 'FAQ, Support, Feedback.',
  },
  {
    group: 'Buttons',
    name: 'showDisclaimer',
    label: 'Disclaimer',
    kind: 'switch',
    default: false,
    help: 'In the footer.',
  },
  {
    group: 'Buttons',
    name: 'showBusinessInquiries',
    label: 'Business inquiries',
    kind: 'switch',
    default: false,
    help: 'In the footer.',
  },
  {
    group: 'Buttons',
    name: 'showSocialButtons',
    label: 'Social sharing',
    kind: 'switch',
    default: false,
    help: 'Share the symbol.',
  },
  {
    group: 'Buttons',
    name: 'shortcuts',
    label: 'Single-key shortcuts',
    kind: 'switch',
    default: true,
    help: '/ and ? in the widget.',
  },
  {
    group: 'Buttons',
    name: 'hideLocalizationOptions',
    label: 'Hide language picker',
    kind: 'switch',
    default: false,
    help: 'When the page decides.',
  },
]

/** Controls in the bar above the widget, not in the drawer. @type {readonly Control[]} */
export const bar = [
  {
    group: 'Widget',
    name: 'type',
    label: 'Widget',
    kind: 'choice',
    default: 'pro',
    choices: ['pro', 'proStrategies'],
    help: '',
  },
  {
    group: 'Widget',
    name: 'theme',
    label: 'Theme',
    kind: 'choice',
    default: 'light',
    choices: ['light', 'dark', 'three-panel-light', 'three-panel-dark', 'auto'],
    help: '',
  },
  {
    group: 'Widget',
    name: 'auth',
    label: 'Credentials',
    kind: 'choice',
    default: 'apiKey',
    choices: ['apiKey', 'token', 'badKey', 'badToken'],
    help: '',
  },
  { group: 'Widget', name: 'symbol', label: 'Symbol', kind: 'text', default: '', help: '' },
  { group: 'Widget', name: 'key', label: 'Public key', kind: 'text', default: '', help: '' },
  {
    group: 'Widget',
    name: 'market',
    label: 'Market',
    kind: 'choice',
    default: 'configured',
    choices: ['configured', 'test'],
    help: '',
  },
  { group: 'Widget', name: 'userId', label: 'User', kind: 'text', default: 'demo-user-1', help: '' },
  {
    group: 'Stage',
    name: 'stage',
    label: 'Stage',
    kind: 'text',
    default: 'full',
    pattern: /^(full|[3-9]\d\d|1\d\d\d)$/,
    help: '',
  },
  // The view of the widget, in links only: it is not part of the code to copy.
  { group: 'Link', name: 'state', label: 'State', kind: 'text', default: '', maxLength: 512, help: '' },
]

const allControls = [...bar, ...controls]

/** Names of the settings that are options of `load`. */
export const optionNames = allControls
  .map((control) => control.name)
  .filter((name) => !['type', 'auth', 'stage', 'key', 'market', 'state'].includes(name))

/** @typedef {Record<string, string | boolean>} Settings */
/** @typedef {string | boolean | readonly Record<string, string | number>[]} OptionValue */

/** The positions that the switch `holdings` passes. */
export const sampleHoldings = [{ symbol: 'AAPL', shares: 250, costBasis: 180.5 }, { symbol: 'KO' }]

/** @returns {Settings} */
export const defaults = () =>
  Object.fromEntries(allControls.map((control) => [control.name, control.default]))

/**
 * Parses the settings in a URL's hash. Unknown and invalid settings are ignored, so that a shared link always works.
 * @param {string} hash
 * @returns {Settings}
 */
export function readHash(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const settings = defaults()
  for (const { name, kind, choices, pattern, maxLength } of allControls) {
    const value = query.get(name)
    if (value === null) continue
    if (kind === 'switch') settings[name] = value === 'true'
    else if (pattern ? pattern.test(value) : kind === 'text') settings[name] = value.slice(0, maxLength ?? 80)
    else if (choices?.includes(value)) settings[name] = value
  }
  return settings
}

/**
 * Returns the hash that restores these settings. It has only those that differ from the defaults.
 * @param {Settings} settings
 */
export function writeHash(settings) {
  const different = allControls.filter(({ name, default: value }) => settings[name] !== value)
  return new URLSearchParams(different.map(({ name }) => [name, String(settings[name])])).toString()
}

/**
 * Returns the options to pass to `load`: those that differ from the defaults, without the credential.
 * @param {Settings} settings
 * @returns {Record<string, OptionValue>}
 */
export function loadOptions(settings) {
  /** @type {Record<string, OptionValue>} */
  const options = { destinationId: 'widget', userId: settings['userId'] ?? '' }
  for (const control of allControls) {
    const value = settings[control.name]
    if (value === undefined || value === control.default || !optionNames.includes(control.name)) continue
    options[control.name] = control.name === 'holdings' ? sampleHoldings : value
  }
  return options
}
