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
        : choices.map((choice) => new Option(choice || 'as it comes', choice))),
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
    const fieldset = document.createElement('fieldset')
    const legend = document.createElement('legend')
    legend.textContent = group
    fieldset.append(legend, ...controls.filter((control) => control.group === group).map(fieldOf))
    drawer.append(fieldset)
  }
  const toggle = element('drawer-toggle', HTMLButtonElement)
  const setDrawerOpen = (/** @type {boolean} */ isOpen) => {
    drawer.hidden = !isOpen
    toggle.setAttribute('aria-expanded', String(isOpen))
  }
  toggle.addEventListener('click', () => setDrawerOpen(drawer.hidden === true))
  setDrawerOpen(innerWidth >= 1480)
}
