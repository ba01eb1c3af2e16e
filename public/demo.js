/**
 * The page that shows the widget. Like any partner's page it loads the script, calls `load`, listens to events, sends
 * commands and destroys the widget. The other files are its forms.
 */
import { brandPanel } from './brand/panel.js'
import { codePanel } from './code-panel.js'
import { commandForms } from './commands.js'
import { readConfig, showPlace } from './config.js'
import { eventLog } from './event-log.js'
import { loadOptions, readHash, writeHash } from './options.js'
import { element } from './page.js'
import { bar, buildDrawer, drawer, fillForms, readForm } from './settings-form.js'
import { listStates } from './states-list.js'

/**
 * The part of the loader's interface that this page uses: docs/embedding.md.
 * @typedef {{ EventType: Record<string, string>, on(type: string, listener: (payload: unknown) => void): unknown, postMessage(type: string, payload: object): void, getState(): string | undefined, destroyWidget(): void }} Widget
 * @typedef {{ load(type: string, options: object, ready?: (widget: Widget) => void): Widget }} Loader
 */

const stage = element('stage', HTMLElement)
const destination = element('widget', HTMLElement)
const notice = element('notice', HTMLElement)
const status = element('status', HTMLElement)
const width = element('width', HTMLInputElement)
const log = eventLog(element('events', HTMLElement), element('event-count', HTMLElement))

const config = await readConfig()
/** @type {Widget | undefined} */
let widget
let settings = readHash(location.hash)
/** Number of loads and destroys, so that the token of an outdated load is ignored. */
let generation = 0

/**
 * The key of the widget on this page. The reader's own key is for the code only: this page's origin is not on the list
 * of their account, so the service would refuse it.
 */
const keyInUse = () => (settings['market'] === 'test' && config.testKey) || config.apiKey
const showCode = codePanel(
  () => settings,
  () => ({
    service: config.service,
    apiKey: String(settings['key']) || keyInUse(),
    isDemoKey: !settings['key'],
  }),
  () => {
    const state = widget?.getState()
    return new URL(addressHash(state ? { ...settings, state } : settings), location.href).href
  },
)
const { enableTicketForm } = commandForms(send)
brandPanel(config.service, (options) => {
  Object.assign(settings, options)
  showSettings()
  void load()
})

/** @param {string} state @param {string} text */
function showStatus(state, text) {
  status.dataset['state'] = state
  status.textContent = text
}

/** Shows a sentence in place of the widget; without a text, hides it. @param {string} [text] */
function showNotice(text) {
  notice.hidden = !text
  notice.textContent = text ?? ''
}

/** Runs the widget host's script once, as a plain `<script src>` would. */
function loadScript() {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    if (config.loader) script.type = 'module'
    script.src = config.loader ?? `${config.service}/widgetLoader`
    script.addEventListener('load', resolve)
    script.addEventListener('error', () =>
      reject(new Error(`The widget script did not load from ${script.src}`)),
    )
    document.head.append(script)
  })
}

/** Requests a token for one load from the partner's server, which holds the secret key. @returns {Promise<string>} */
async function getAuthToken() {
  if (config.place !== 'partner')
    throw new Error('A one-time token comes from a partner’s server, and this page has none: npm start has.')
  const response = await fetch('auth-token', { method: 'POST' })
  const body = await response.json()
  if (!response.ok) throw new Error(body.message)
  log.add('page', 'auth_token received')
  return body.authToken
}

async function credentials() {
  switch (settings['auth']) {
    case 'token':
      return { authToken: await getAuthToken(), getAuthToken }
    case 'badKey':
      return { apiKey: 'pk_nobody_issued_this' }
    case 'badToken':
      return { authToken: 'a-token-that-was-never-valid' }
    default:
      return { apiKey: keyInUse() }
  }
}

function destroy() {
  generation++
  if (!widget) return
  widget.destroyWidget()
  widget = undefined
  log.add('page', 'destroyWidget')
  showStatus('', 'Destroyed')
  showNotice('The widget is gone and its session has ended. Reload brings it back.')
}

/** Logs the widget's events, and keeps what the user sees in the address. @param {Widget} current */
function listen(current) {
  const { EventType } = current
  // The first state is what the page has asked for: the address describes it already.
  let isFirstState = true
  for (const name of Object.values(EventType)) {
    if (name.startsWith('SET_') || name === EventType['TICKET_RECEIVED']) continue
    current.on(name, (payload) => {
      log.add('in', name, payload)
      if (name === EventType['READY']) showStatus('ready', 'Ready')
      if (name === EventType['ERROR']) showStatus('error', String(Reflect.get(Object(payload), 'code')))
      if (name === EventType['TRADE_TICKET_EXECUTE']) enableTicketForm(payload)
      if (name === EventType['STATE_CHANGED']) {
        if (!isFirstState) settings['state'] = String(payload)
        isFirstState = false
        showAddress()
      }
    })
  }
}

async function load() {
  destroy()
  const thisGeneration = ++generation
  showStatus('loading', 'Loading')
  showNotice()
  try {
    const credential = await credentials()
    if (thisGeneration !== generation) return
    /** @type {Loader} */
    const loader = Reflect.get(window, 'serviceWidgetLoader')
    const options = { ...loadOptions(settings), ...(settings['state'] && { state: settings['state'] }) }
    widget = loader.load(String(settings['type']), { ...options, ...credential })
    listen(widget)
    log.add('page', 'load', { type: settings['type'], ...options })
  } catch (error) {
    if (thisGeneration !== generation) return
    const message = error instanceof Error ? error.message : String(error)
    log.add('page', 'ERROR', message)
    showStatus('error', 'Failed')
    showNotice(message)
  }
}

/** @param {string} name @param {object} payload */
function send(name, payload) {
  if (!widget) return
  widget.postMessage(widget.EventType[name] ?? name, payload)
  log.add('out', name, payload)
}

function showStage() {
  const stageWidth = String(settings['stage'])
  stage.style.width = stageWidth === 'full' ? '100%' : `${stageWidth}px`
  for (const radio of document.querySelectorAll('#presets input')) {
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === stageWidth
  }
}

/** Returns the hash of an address of this page. @param {import('./options.js').Settings} linked */
function addressHash(linked) {
  // The workbench's frame reads its scenario from the address.
  const scenario = new URLSearchParams(location.hash.slice(1)).get('scenario')
  const hash = writeHash(linked)
  return `#${scenario ? `scenario=${scenario}${hash && '&'}` : ''}${hash}`
}

const showAddress = () => history.replaceState(null, '', addressHash(settings))

/** Updates everything that shows the settings: forms, address, code. */
function showSettings() {
  fillForms(settings)
  showAddress()
  showStage()
  showCode()
}

buildDrawer()
showPlace(config)
listStates(config)
element('market-field', HTMLElement).hidden = !config.testKey
element('key-field', HTMLElement).hidden = config.place !== 'service'
showSettings()

/** Settings that choose what the widget displays: a change of one replaces the state of the link. */
const viewSettings = ['type', 'symbol', 'tab', 'market']

/** @param {HTMLFormElement} form */
function apply(form) {
  const previous = { ...settings }
  readForm(form, settings)
  if (viewSettings.some((name) => settings[name] !== previous[name])) settings['state'] = ''
  showSettings()
  void load()
}
for (const form of [bar, drawer]) {
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('change', ({ target }) => {
    // The reader's own key is for the code only.
    if (target instanceof HTMLInputElement && target.name === 'key') {
      readForm(form, settings)
      showSettings()
    } else apply(form)
  })
}
bar.addEventListener('submit', () => apply(bar))
element('destroy', HTMLButtonElement).addEventListener('click', destroy)
element('clear', HTMLButtonElement).addEventListener('click', () => log.clear())

element('presets', HTMLFieldSetElement).addEventListener('change', (event) => {
  if (event.target instanceof HTMLInputElement) settings['stage'] = event.target.value
  showSettings()
})
width.addEventListener('input', () => {
  settings['stage'] = width.value
  showSettings()
})
new ResizeObserver(() => {
  const currentWidth = Math.round(destination.getBoundingClientRect().width)
  element('stage-width', HTMLOutputElement).value = `${currentWidth} px`
  width.value = String(currentWidth)
}).observe(destination)

const isLocal = /(^|\.)localhost$/.test(location.hostname)
if (config.place === 'partner' && isLocal && location.hostname !== 'stranger.localhost') {
  const link = document.createElement('a')
  link.href = `http://stranger.localhost:${location.port}/`
  link.textContent = 'on a domain that is not whitelisted'
  element('stranger', HTMLElement).append('See the same page ', link, '.')
}

addEventListener('hashchange', () => {
  settings = readHash(location.hash)
  showSettings()
  void load()
})
// Spec 4.4: leaving the page ends the session; a page restored from the back-forward cache starts another one.
addEventListener('pagehide', destroy)
addEventListener('pageshow', (event) => {
  if (event.persisted) void load()
})

loadScript()
  .then(load)
  .catch((/** @type {Error} */ error) => {
    showStatus('error', 'Failed')
    showNotice(error.message)
    log.add('page', 'ERROR', error.message)
  })
