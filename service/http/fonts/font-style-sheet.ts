/** The style sheet of an uploaded font: its faces, and the fallback fonts with its measures. */
import { fallbackFamily } from '#contract/text/own-fonts.ts'
import type { FontFaceInfo } from '#service/store/fonts.ts'
import { fallbackDescriptors, fallbackFonts } from './fallback-fonts.ts'
import type { FallbackFont } from './fallback-fonts.ts'

/** The characters that fallback fonts are scaled for: other scripts keep the widget's own fonts. */
const latin = 'U+0-2FF,U+1E00-22FF'

/** @param urlOf returns the URL of a face's file */
export function fontStyleSheet(
  faces: readonly FontFaceInfo[],
  urlOf: (face: FontFaceInfo) => string,
): string {
  const rules = faces.flatMap((face) => [
    rule({
      'font-family': `'${face.fontId}'`,
      'font-weight': face.weight,
      'font-style': face.style,
      'font-display': 'swap',
      src: `url('${urlOf(face)}') format('woff2')`,
    }),
    ...fallbackFonts.flatMap((fallback) => fallbackRules(face, fallback)),
  ])
  return rules.join('')
}

/** Empty if the face's average width is unknown. */
function fallbackRules(face: FontFaceInfo, fallback: FallbackFont): readonly string[] {
  const { fontId, style, metrics } = face
  const { averageWidth } = metrics
  if (averageWidth === null) return []
  return boldnessesOf(face.weight).map((boldness) =>
    rule({
      'font-family': `'${fallbackFamily(fontId, fallback.name)}'`,
      'font-weight': boldness === 'bold' ? '600' : '400',
      'font-style': style,
      src: localSource(fallback, boldness === 'bold', style === 'italic'),
      ...fallbackDescriptors(metrics, averageWidth, fallback.averageWidth[boldness]),
      'unicode-range': latin,
    }),
  )
}

/** Widths differ by boldness. A variable font gets both; its average width is that of its regular weight. */
function boldnessesOf(weight: string): readonly ('regular' | 'bold')[] {
  const [lightest = 400, heaviest = lightest] = weight.split(' ').map(Number)
  return [...(lightest < 600 ? (['regular'] as const) : []), ...(heaviest >= 600 ? (['bold'] as const) : [])]
}

function localSource({ localNames, oblique }: FallbackFont, isBold: boolean, isItalic: boolean): string {
  const suffix = `${isBold ? ' Bold' : ''}${isItalic ? ` ${oblique}` : ''}`
  return localNames.map((name) => `local('${name}${suffix}')`).join(',')
}

const rule = (descriptors: Readonly<Record<string, string>>): string =>
  `@font-face{${Object.entries(descriptors)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}\n`
