/** The forms of the options: the bar above the widget, and the drawer beside it. */
import { controls } from './options.js'
import { element, languageOptions } from './page.js'

export const bar = element('bar', HTMLFormElement)
export const drawer = element('drawer', HTMLFormElement)

/** @param {import('./options.js').Settings} settings */
export function fillForms(settings) {
  for (const form of [bar, drawer]) {
    for (const field of form.elements) {
      if (field instanceof HTMLInputElement && field.type === 'checkbox')
        field.checked = settings[field.name] === true
      else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = String(settings[field.name] ?? '')
      }
    }
  }
}

/** Copies the values of a form into the settings. @param {HTMLFormElement} form @param {import('./options.js').Settings} settings */
export function readForm(form, settings) {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') settings[field.name] = field.checked
    else if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.name) {
      settings[field.name] = field.name === 'symbol' ? field.value.trim().toUpperCase() : field.value.trim()
    }
  }
}

/** @param {import('./options.js').Control} control */
function fieldOf(control) {
  const label = document.createElement('label')
  const help = document.createElement('small')
  help.textContent = control.help
  const field = document.createElement(control.kind === 'choice' ? 'select' : 'input')
  field.name = control.name
  if (field instanceof HTMLSelectElement) {
    const choices = control.choices ?? []
    field.append(
      ...(control.name === 'locale'
        ? languageOptions(choices)
        : choices.map((one) => new Option(one || 'as it comes', one))),
    )
  } else if (control.placeholder) field.placeholder = control.placeholder
  if (control.kind === 'switch') {
    label.className = 'switch'
    field.setAttribute('type', 'checkbox')
    label.append(field, control.label, help)
  } else label.append(control.label, field, help)
  return label
}

export function buildDrawer() {
  for (const group of new Set(controls.map((control) => control.group))) {
    const set = document.createElement('fieldset')
    const legend = document.createElement('legend')
    legend.textContent = group
    set.append(legend, ...controls.filter((one) => one.group === group).map(fieldOf))
    drawer.append(set)
  }
  const toggle = element('drawer-toggle', HTMLButtonElement)
  const open = (/** @type {boolean} */ shown) => {
    drawer.hidden = !shown
    toggle.setAttribute('aria-expanded', String(shown))
  }
  toggle.addEventListener('click', () => open(drawer.hidden === true))
  open(innerWidth >= 1480)
}
