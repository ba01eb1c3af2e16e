/** Displays the result: the accent of each theme, and the table of contrasts. */
import { formatRatio } from './proof.js'

/** @typedef {import('./proof.js').Side} Side */
/** @typedef {import('./widget-colors.js').CheckedUse} CheckedUse */

/** @param {string} tag @param {string} className @param {readonly (string | Node)[]} children */
function create(tag, className, ...children) {
  const created = document.createElement(tag)
  if (className) created.className = className
  created.append(...children)
  return created
}

/** A square of a colour. The page's policy allows styles set by script only. @param {string} color */
export function swatch(color) {
  const square = create('i', 'brand-swatch')
  square.style.background = color
  return square
}

/** The accent of one theme. @param {string} title @param {Side} side */
function accentOf(title, { theme, accent, requested, requestedContrast, isAdjusted }) {
  const value = create('p', 'brand-accent', swatch(accent), create('code', '', accent))
  const note = isAdjusted
    ? `${requested} has a contrast of only ${formatRatio(requestedContrast)} in this theme.`
    : 'Your colour, unchanged.'
  return create(
    'div',
    '',
    create('h3', '', `${title} `, create('code', '', theme)),
    value,
    create('p', 'hint', note),
  )
}

/** A sample of a use as it looks: text, or a line. @param {CheckedUse} use */
function sampleOf({ foreground, background, minimum }) {
  const sample = create('span', minimum === 3 ? 'brand-sample brand-line' : 'brand-sample')
  sample.setAttribute('aria-hidden', 'true')
  sample.style.background = background
  sample.style.color = foreground
  if (minimum !== 3) sample.append('Aa')
  return sample
}

/** @param {CheckedUse} use */
function resultCell(use) {
  const { ratio, minimum } = use
  const passes = ratio >= minimum
  const cell = create(
    'td',
    '',
    sampleOf(use),
    ` ${formatRatio(ratio)} `,
    create('b', '', passes ? 'Pass' : 'Fail'),
  )
  cell.dataset['result'] = passes ? 'pass' : 'fail'
  return cell
}

/** @param {CheckedUse} use @param {CheckedUse | undefined} dark */
function rowOf(use, dark) {
  const name = create('th', '', use.use)
  name.setAttribute('scope', 'row')
  const minimum = create('td', '', `${use.minimum}:1`)
  return create('tr', '', name, minimum, resultCell(use), ...(dark ? [resultCell(dark)] : []))
}

/** @param {import('./proof.js').Proof} proof @param {{ accents: HTMLElement, rows: HTMLElement }} places */
export function showResult({ light, dark }, { accents, rows }) {
  accents.replaceChildren(accentOf('Light theme', light), accentOf('Dark theme', dark))
  rows.replaceChildren(...light.uses.map((use, index) => rowOf(use, dark.uses[index])))
}
