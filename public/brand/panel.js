/** The panel "Your brand": from pasted colours to an accent for the widget, its contrasts, and a picture. */
import { element, text } from '../page.js'
import { guessBackgrounds, guessBrand } from './guesses.js'
import { nearestThemes } from './nearest-themes.js'
import { brandPng } from './picture.js'
import { prove, verdictOf } from './proof.js'
import { readBrand } from './read-brand.js'
import { showResult, swatch } from './result.js'
import { loadWidgetColors } from './widget-colors.js'

/** @typedef {import('./proof.js').Proof} Proof */
/** @typedef {import('./read-brand.js').BrandColor} BrandColor */
/** @typedef {import('./widget-colors.js').WidgetColors} WidgetColors */

const example = `:root {
  --brand-primary: #ffd400;
  --brand-ink: #1d1d1b;
  --background: #ffffff;
}`

/**
 * @param {string} service origin of the service
 * @param {(options: { accentColor: string, theme: string }) => void} apply shows the widget with these options
 */
export function brandPanel(service, apply) {
  const form = element('brand', HTMLFormElement)
  const problem = element('brand-problem', HTMLElement)
  const result = element('brand-result', HTMLElement)
  const choices = element('brand-colors', HTMLFieldSetElement)
  const themes = element('brand-theme', HTMLFieldSetElement)
  const tokens = form.elements.namedItem('tokens')
  /** @type {BrandColor[]} */
  let colors = []
  /** @type {Proof | undefined} */
  let proof

  /** @param {string} sentence */
  function showProblem(sentence) {
    proof = undefined
    problem.textContent = sentence
    problem.hidden = false
    choices.hidden = true
    result.hidden = true
  }

  async function check() {
    /** @type {WidgetColors} */
    let widgetColors
    try {
      widgetColors = await loadWidgetColors(service)
    } catch {
      showProblem(`The widget’s colours did not load from ${service}. Reload the page to try again.`)
      return
    }
    const read = readBrand(text(new FormData(form), 'tokens'), widgetColors.readColor)
    if ('problem' in read) {
      showProblem(read.problem)
      return
    }
    problem.hidden = true
    colors = read.colors
    showChoices(choices, colors, guessBrand(colors))
    showProof(widgetColors, true)
  }

  /** @param {WidgetColors} widgetColors @param {boolean} isNew the text is new, so the theme is chosen again */
  function showProof(widgetColors, isNew) {
    const brand = colors[Number(text(new FormData(form), 'color'))]
    if (!brand) return
    const { tokensOf, readColor } = widgetColors
    const nearest = nearestThemes(
      guessBackgrounds(colors),
      (theme, token) => readColor(tokensOf(theme)(token)) ?? [255, 255, 255],
    )
    proof = prove(brand, nearest, widgetColors)
    element('brand-verdict', HTMLElement).textContent = verdictOf(proof)
    showResult(proof, {
      accents: element('brand-accents', HTMLElement),
      rows: element('brand-rows', HTMLElement),
    })
    showThemes(themes, nearest, isNew)
    result.hidden = false
    applyChoice()
  }

  function applyChoice() {
    const checked = themes.querySelector('input:checked')
    if (proof && checked instanceof HTMLInputElement)
      apply({ accentColor: proof.accentColor, theme: checked.value })
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void check()
  })
  form.addEventListener('paste', () => setTimeout(() => void check()))
  choices.addEventListener('change', () => {
    void loadWidgetColors(service).then((widgetColors) => showProof(widgetColors, false))
  })
  themes.addEventListener('change', applyChoice)
  element('brand-example', HTMLButtonElement).addEventListener('click', () => {
    if (tokens instanceof HTMLTextAreaElement) tokens.value = example
    void check()
  })
  element('brand-picture', HTMLButtonElement).addEventListener('click', () => {
    if (proof) void brandPng(proof).then((picture) => save(picture, 'brand-contrast.png'))
  })
  element('brand-open', HTMLButtonElement).addEventListener('click', () => {
    form.scrollIntoView({ block: 'center' })
    if (tokens instanceof HTMLTextAreaElement) tokens.focus({ preventScroll: true })
  })
  element('brand-see', HTMLButtonElement).addEventListener('click', () =>
    document.querySelector('.stage-bar')?.scrollIntoView(),
  )
}

/** @param {HTMLFieldSetElement} fieldset @param {readonly BrandColor[]} colors @param {BrandColor | undefined} chosen */
function showChoices(fieldset, colors, chosen) {
  const labels = colors.map((color, index) => {
    const label = document.createElement('label')
    const radio = document.createElement('input')
    radio.type = 'radio'
    radio.name = 'color'
    radio.value = String(index)
    radio.checked = color === chosen
    const name = document.createElement('code')
    name.textContent = color.name
    const swatches = [color.light, color.dark].flatMap((rgb) =>
      rgb ? [swatch(`rgb(${rgb.join(' ')})`)] : [],
    )
    label.append(radio, ...swatches, name)
    return label
  })
  fieldset.querySelector('div')?.replaceChildren(...labels)
  const count = fieldset.querySelector('.count')
  if (count) count.textContent = `${colors.length} found`
  fieldset.hidden = false
}

/**
 * Fills the choice of the widget's theme. The theme `auto` follows the page, with the themes `light` and `dark`.
 * @param {HTMLFieldSetElement} fieldset
 * @param {ReturnType<typeof nearestThemes>} nearest
 * @param {boolean} isNew
 */
function showThemes(fieldset, { light, dark, sides }, isNew) {
  const canFollow = light === 'light' && dark === 'dark'
  const radios = [...fieldset.querySelectorAll('input')]
  const values = { light, dark, auto: 'auto' }
  const [side, otherSide] = sides
  const preferred = (!otherSide && side) || (canFollow ? 'auto' : 'light')
  for (const radio of radios) {
    const key = /** @type {keyof typeof values} */ (radio.dataset['side'])
    radio.value = values[key]
    if (isNew) radio.checked = key === preferred
    if (radio.parentElement) radio.parentElement.hidden = key === 'auto' && !canFollow
  }
}

/** Saves a file on the reader's device. @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
