/** Draws a card with the result, as SVG: the colours in use, and the table of contrasts. */
import { formatRatio, verdictOf } from './proof.js'

/** @typedef {import('./proof.js').Side} Side */

const width = 1200
const margin = 48
const gap = 32
const sideWidth = (width - 2 * margin - gap) / 2
const sideTop = 128
const sideHeight = 256
const tableTop = sideTop + sideHeight + 64
const rowHeight = 34
const font = "Inter, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
const ink = '#1b1f26'
const quiet = '#5a6270'

/** @param {unknown} value */
const escaped = (value) =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** @param {number} x @param {number} y @param {string} content @param {{ fill: string, size?: number, weight?: number, anchor?: string, more?: string }} style */
const text = (x, y, content, { fill, size = 15, weight = 400, anchor = 'start', more = '' }) =>
  `<text x="${x}" y="${y}" fill="${fill}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" ${more}>${escaped(content)}</text>`

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {string} fill @param {string} [more] */
const box = (x, y, w, h, fill, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`

/** Draws parts of the widget in one theme. @param {Side} side @param {number} x */
function mockup({ token, accent, requested, isAdjusted, theme }, x) {
  const left = x + 40
  const right = x + sideWidth - 40
  const top = sideTop + 24
  const chartTop = top + 150
  const middle = left + (right - left) * 0.62
  return [
    box(x, sideTop, sideWidth, sideHeight, token('canvas'), 'rx="12"'),
    box(
      x + 20,
      sideTop + 20,
      sideWidth - 40,
      sideHeight - 40,
      token('surface'),
      `rx="8" stroke="${token('line-subtle')}"`,
    ),
    text(left, top + 30, 'Trade ideas', { fill: accent, weight: 600 }),
    box(left, top + 40, 84, 2, accent),
    text(left + 112, top + 30, 'Why', { fill: token('text-2'), weight: 600 }),
    box(right - 112, top + 8, 112, 36, accent, 'rx="6"'),
    text(right - 56, top + 31, 'Review', { fill: token('on-accent'), weight: 600, anchor: 'middle' }),
    box(left - 12, top + 60, right - left + 24, 40, token('selected'), 'rx="4"'),
    text(left, top + 85, 'AAPL', { fill: token('text'), weight: 600 }),
    text(left + 72, top + 85, 'Long call', { fill: token('text-2') }),
    text(right, top + 85, '+12.4%', { fill: token('green'), weight: 600, anchor: 'end' }),
    text(left, top + 128, 'How is this calculated?', { fill: accent, more: 'text-decoration="underline"' }),
    text(right, top + 128, isAdjusted ? `${requested} → ${accent}` : accent, {
      fill: token('text-2'),
      anchor: 'end',
    }),
    `<path d="M${left} ${chartTop + 40}L${left + 90} ${chartTop + 22}L${left + 190} ${chartTop + 32}L${middle} ${chartTop + 14}" fill="none" stroke="${token('text-2')}" stroke-width="2"/>`,
    `<path d="M${middle} ${chartTop + 14}L${right} ${chartTop - 8}V${chartTop + 40}Z" fill="${accent}" fill-opacity="0.18" stroke="${accent}" stroke-opacity="0.8"/>`,
    `<circle cx="${middle}" cy="${chartTop + 14}" r="4" fill="${accent}"/>`,
    text(x, sideTop + sideHeight + 24, `Theme ${theme}`, { fill: quiet, size: 14 }),
  ].join('\n')
}

/** A result of one side, right-aligned: a sample and the ratio. @param {import('./widget-colors.js').CheckedUse | undefined} use @param {number} right @param {number} y */
function resultCell(use, right, y) {
  if (!use) return ''
  const { foreground, background, ratio, minimum } = use
  const left = right - 150
  return [
    box(left, y - 18, 44, 24, background, 'rx="4" stroke="#c9ced6"'),
    minimum === 3
      ? box(left + 8, y - 8, 28, 4, foreground)
      : text(left + 22, y, 'Aa', { fill: foreground, weight: 600, anchor: 'middle' }),
    text(right, y, `${formatRatio(ratio)} ${ratio < minimum ? '✗' : '✓'}`, {
      fill: ink,
      weight: 600,
      anchor: 'end',
    }),
  ].join('\n')
}

/**
 * Returns the card.
 * @param {import('./proof.js').Proof} proof
 * @returns {{ svg: string, width: number, height: number }}
 */
export function brandPicture(proof) {
  const { light, dark, name } = proof
  const lightRight = width - margin - 220
  const darkRight = width - margin
  const rows = light.uses.map((use, index) => {
    const y = tableTop + 44 + index * rowHeight
    return [
      box(margin, y - 24, width - 2 * margin, 1, '#e3e6eb'),
      text(margin, y, use.use, { fill: ink }),
      text(width - margin - 430, y, `${use.minimum}:1`, { fill: quiet, anchor: 'end' }),
      resultCell(use, lightRight, y),
      resultCell(dark.uses[index], darkRight, y),
    ].join('\n')
  })
  const height = tableTop + 44 + rows.length * rowHeight + 24
  const head = { fill: quiet, size: 13, weight: 600, anchor: 'end' }
  const parts = [
    box(0, 0, width, height, '#ffffff'),
    box(margin, 44, 52, 52, light.requested, 'rx="10" stroke="#c9ced6"'),
    text(margin + 72, 66, `${name} · ${light.requested}`, { fill: ink, size: 24, weight: 700 }),
    text(margin + 72, 92, verdictOf(proof), { fill: quiet, size: 16 }),
    mockup(light, margin),
    mockup(dark, margin + sideWidth + gap),
    text(margin, tableTop + 8, 'Lowest contrast of each use (WCAG 2.2 AA)', { ...head, anchor: 'start' }),
    text(width - margin - 430, tableTop + 8, 'Required', head),
    text(lightRight, tableTop + 8, 'Light', head),
    text(darkRight, tableTop + 8, 'Dark', head),
    ...rows,
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${font}">\n${parts.join('\n')}\n</svg>`
  return { svg, width, height }
}

const pixelRatio = 2

/** Renders the card as a PNG. @param {import('./proof.js').Proof} proof @returns {Promise<Blob>} */
export async function brandPng(proof) {
  const { svg, width: pictureWidth, height } = brandPicture(proof)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = pictureWidth * pixelRatio
  canvas.height = height * pixelRatio
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('The browser could not draw the picture')),
    )
  })
}
