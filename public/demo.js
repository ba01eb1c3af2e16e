/**
 * The demo partner's page. It does with the widget what any page does: loads the script, calls `load`, listens,
 * sends commands, destroys. The rest of this file is the form around it.
 */
import { eventLog } from './event-log.js'
import { controls, loadOptions, readHash, writeHash } from './options.js'
import { snippet } from './snippet.js'
import { states, workbench } from './states.js'

/**
 * What the page knows of the loader: docs/embedding.md.
 * @typedef {{ EventType: Record<string, string>, on(type: string, listener: (payload: unknown) => void): unknown, postMessage(type: string, payload: object): void, destroyWidget(): void }} Widget
 * @typedef {{ load(type: string, options: object, ready?: (widget: Widget) => void): Widget }} Loader
 */

/** @template {HTMLElement} E @param {string} id @param {new () => E} type @returns {E} */
function element(id, type) {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`no #${id}`)
  return found
}

/** A field's text, trimmed. @param {FormData} data @param {string} name */
function text(data, name) {
  const value = data.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

const bar = element('bar', HTMLFormElement)
const drawer = element('drawer', HTMLFormElement)
const stage = element('stage', HTMLElement)
const destination = element('widget', HTMLElement)
const notice = element('notice', HTMLElement)
const status = element('status', HTMLElement)
const width = element('width', HTMLInputElement)
const snippetForm = element('snippet-kind', HTMLFormElement)
const log = eventLog(element('events', HTMLElement), element('event-count', HTMLElement))

const config = await (await fetch('/config.json')).json()
/** @type {Widget | undefined} */
let widget
let settings = readHash(location.hash)
/** Counts loads, so that a slow token for a load that was given up changes nothing. */
let generation = 0

/** @param {string} state @param {string} text */
function show(state, text) {
  status.dataset['state'] = state
  status.textContent = text
}

/** Puts a sentence where the widget would be; none takes it away. @param {string} [text] */
function say(text) {
  notice.hidden = !text
  notice.textContent = text ?? ''
}

/** Runs the widget host's script once, as a plain `<script src>` would. */
function loadScript() {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${config.service}/widgetLoader`
    script.addEventListener('load', resolve)
    script.addEventListener('error', () =>
      reject(new Error(`The widget script did not load from ${script.src}`)),
    )
    document.head.append(script)
  })
}

/** Asks our own server, which alone holds the secret key, for a token good for one load. @returns {Promise<string>} */
async function getAuthToken() {
  const response = await fetch('/auth-token', { method: 'POST' })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  log.add('page', 'auth_token received')
  return answer.authToken
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
      return { apiKey: config.apiKey }
  }
}

function destroy() {
  generation++
  if (!widget) return
  widget.destroyWidget()
  widget = undefined
  log.add('page', 'destroyWidget')
  show('', 'Destroyed')
  say('The widget is gone and its session has ended. Reload brings it back.')
}

async function load() {
  destroy()
  const mine = ++generation
  show('loading', 'Loading')
  say()
  try {
    const credential = await credentials()
    if (mine !== generation) return
    /** @type {Loader} */
    const loader = Reflect.get(window, 'serviceWidgetLoader')
    const current = loader.load(String(settings['type']), { ...loadOptions(settings), ...credential })
    widget = current
    const { EventType } = current
    for (const name of Object.values(EventType)) {
      if (name.startsWith('SET_')) continue
      current.on(name, (payload) => {
        log.add('in', name, payload)
        if (name === EventType['READY']) show('ready', 'Ready')
        if (name === EventType['ERROR']) show('error', String(Reflect.get(Object(payload), 'code')))
      })
    }
    log.add('page', 'load', { type: settings['type'], ...loadOptions(settings) })
  } catch (error) {
    if (mine !== generation) return
    const message = error instanceof Error ? error.message : String(error)
    log.add('page', 'ERROR', message)
    show('error', 'Failed')
    say(message)
  }
}

/** @param {string} name @param {object} payload */
function send(name, payload) {
  if (!widget) return
  widget.postMessage(widget.EventType[name] ?? name, payload)
  log.add('out', name, payload)
}

function showStage() {
  const chosen = String(settings['stage'])
  stage.style.width = chosen === 'full' ? '100%' : `${chosen}px`
  for (const radio of document.querySelectorAll('#presets input')) {
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === chosen
  }
}

function showSnippet() {
  const kind = text(new FormData(snippetForm), 'kind')
  element('snippet', HTMLElement).textContent = snippet(kind, settings, config)
}

/** Writes the settings wherever they show: forms, address, code. */
function showSettings() {
  for (const form of [bar, drawer]) {
    for (const field of form.elements) {
      if (field instanceof HTMLInputElement && field.type === 'checkbox')
        field.checked = settings[field.name] === true
      else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = String(settings[field.name] ?? '')
      }
    }
  }
  history.replaceState(null, '', `#${writeHash(settings)}`)
  showStage()
  showSnippet()
}

/** @param {HTMLFormElement} form */
function readForm(form) {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') settings[field.name] = field.checked
    else if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.name) {
      settings[field.name] = field.name === 'symbol' ? field.value.trim().toUpperCase() : field.value.trim()
    }
  }
}

function buildDrawer() {
  for (const group of new Set(controls.map((control) => control.group))) {
    const set = document.createElement('fieldset')
    const legend = document.createElement('legend')
    legend.textContent = group
    set.append(legend)
    for (const control of controls.filter((one) => one.group === group)) {
      const label = document.createElement('label')
      const help = document.createElement('small')
      help.textContent = control.help
      const field = document.createElement(control.kind === 'choice' ? 'select' : 'input')
      field.name = control.name
      if (field instanceof HTMLSelectElement) {
        const choices = control.choices ?? []
        field.append(
          ...(control.name === 'locale' ? languageOptions(choices) : choices.map((one) => new Option(one))),
        )
      }
      if (control.kind === 'switch') {
        label.className = 'switch'
        field.setAttribute('type', 'checkbox')
        label.append(field, control.label, help)
      } else label.append(control.label, field, help)
      set.append(label)
    }
    drawer.append(set)
  }
}

/** Each language under its own name. @param {readonly string[]} tags */
function languageOptions(tags) {
  return tags.map(
    (tag) =>
      new Option(
        tag ? (new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag) : 'Automatic',
        tag,
      ),
  )
}

/** @param {boolean} open */
function openDrawer(open) {
  drawer.hidden = !open
  element('drawer-toggle', HTMLButtonElement).setAttribute('aria-expanded', String(open))
}

/** Every state of the widget, and the way to it. */
function listStates() {
  for (const { scenario, title, here, settings: lead } of states) {
    const link = document.createElement('a')
    link.textContent = title
    link.href = lead ? `#${lead}` : `${workbench}#scenario=${scenario}`
    const item = document.createElement('li')
    const how = document.createElement('small')
    how.textContent = here
    item.append(link, how)
    element('states', HTMLElement).append(item)
  }
}

buildDrawer()
listStates()
const locales = controls.find((control) => control.name === 'locale')?.choices ?? []
element('set-locale', HTMLFormElement)
  .querySelector('select')
  ?.append(...languageOptions(locales.filter(Boolean)))
element('service', HTMLElement).textContent = config.service
openDrawer(innerWidth >= 1480)
showSettings()

for (const form of [bar, drawer]) {
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('change', () => {
    readForm(form)
    showSettings()
    void load()
  })
}
bar.addEventListener('submit', () => {
  readForm(bar)
  showSettings()
  void load()
})
element('destroy', HTMLButtonElement).addEventListener('click', destroy)
element('drawer-toggle', HTMLButtonElement).addEventListener('click', () =>
  openDrawer(drawer.hidden === true),
)
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
  const now = Math.round(destination.getBoundingClientRect().width)
  element('stage-width', HTMLOutputElement).value = `${now} px`
  width.value = String(now)
}).observe(destination)

/** @param {string} id @param {(data: FormData) => void} submit */
function onSubmit(id, submit) {
  const form = element(id, HTMLFormElement)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit(new FormData(form))
  })
}
onSubmit('set-symbol', (data) => {
  const sentiment = text(data, 'sentiment')
  send('SET_SYMBOL', {
    symbol: text(data, 'symbol').toUpperCase(),
    ...(sentiment ? { sentiment } : {}),
  })
})
onSubmit('set-theme', (data) => send('SET_THEME', { theme: text(data, 'theme') }))
onSubmit('set-locale', (data) => send('SET_LOCALE', { locale: text(data, 'locale') }))

snippetForm.addEventListener('change', showSnippet)
const copy = element('copy', HTMLButtonElement)
copy.addEventListener('click', () => {
  void navigator.clipboard.writeText(element('snippet', HTMLElement).textContent ?? '').then(() => {
    copy.textContent = 'Copied'
  })
  copy.addEventListener('blur', () => (copy.textContent = 'Copy'), { once: true })
})

if (/(^|\.)localhost$/.test(location.hostname) && location.hostname !== 'stranger.localhost') {
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
// Spec 4.4: a page that is left ends its session; one that the browser brings back whole starts another.
addEventListener('pagehide', destroy)
addEventListener('pageshow', (event) => {
  if (event.persisted) void load()
})

loadScript()
  .then(load)
  .catch((/** @type {Error} */ error) => {
    show('error', 'Failed')
    say(error.message)
    log.add('page', 'ERROR', error.message)
  })
