/**
 * The colour pairs of the widget and the contrast that each needs (WCAG 2.2 AA: 1.4.3 text, 1.4.11 lines). Tests check
 * them for the widget's own colours and for accents of pages; the playground shows those that an accent changes.
 */

/** One use of colours: each foreground is visible on each background. All are names of tokens. */
export type ColorUse = {
  /** English name of the use, unique. */
  readonly use: string
  readonly foregrounds: readonly string[]
  readonly backgrounds: readonly string[]
  /** Minimum contrast ratio: 4.5 for text, 3 for lines and marks. */
  readonly minimum: 4.5 | 3
  /** Opacity of the foreground, 0 to 1; default 1. */
  readonly opacity?: number
}

/** Opacity of the edge of the forecast in the price chart (price-chart.css). */
export const forecastEdgeOpacity = 0.8

/** Uses that change with an accent, in every state, and the disabled button for comparison. */
export const accentUses: readonly ColorUse[] = [
  {
    use: 'Link, selected tab',
    foregrounds: ['accent'],
    backgrounds: ['surface', 'canvas', 'sunken'],
    minimum: 4.5,
  },
  {
    use: 'Link, under the pointer',
    foregrounds: ['accent-hover'],
    backgrounds: ['surface', 'canvas', 'sunken', 'hover'],
    minimum: 4.5,
  },
  { use: 'Link in a row under the pointer', foregrounds: ['accent'], backgrounds: ['hover'], minimum: 4.5 },
  { use: 'Link in the selected row', foregrounds: ['accent'], backgrounds: ['selected'], minimum: 4.5 },
  {
    use: 'Button, selected segment',
    foregrounds: ['on-accent'],
    backgrounds: ['accent'],
    minimum: 4.5,
  },
  {
    use: 'Button, under the pointer',
    foregrounds: ['on-accent'],
    backgrounds: ['accent-hover'],
    minimum: 4.5,
  },
  { use: 'Button, disabled', foregrounds: ['neutral'], backgrounds: ['neutral-bg'], minimum: 4.5 },
  {
    use: 'Text in the selected row',
    foregrounds: ['text', 'text-2', 'text-3'],
    backgrounds: ['selected'],
    minimum: 4.5,
  },
  {
    use: 'Gain and loss in the selected row',
    foregrounds: ['green', 'red', 'blue', 'orange'],
    backgrounds: ['selected'],
    minimum: 4.5,
  },
  {
    use: 'Frame of the selected cell',
    foregrounds: ['accent'],
    backgrounds: ['surface', 'selected'],
    minimum: 3,
  },
  {
    use: 'Focus ring',
    foregrounds: ['focus'],
    backgrounds: ['surface', 'canvas', 'sunken', 'hover', 'selected'],
    minimum: 3,
  },
  { use: 'Lines of charts', foregrounds: ['series-first'], backgrounds: ['surface'], minimum: 3 },
  {
    use: 'Edge of the forecast',
    foregrounds: ['accent'],
    backgrounds: ['surface'],
    minimum: 3,
    opacity: forecastEdgeOpacity,
  },
  {
    use: 'Meters',
    foregrounds: ['accent'],
    backgrounds: ['neutral-bg', 'line-subtle'],
    minimum: 3,
  },
]

/** Pairs that no accent changes: foreground, background, minimum contrast ratio. */
export const fixedPairs: readonly (readonly [foreground: string, background: string, minimum: number])[] = [
  ['text', 'surface', 7],
  ['text', 'canvas', 7],
  ['text-2', 'surface', 4.5],
  ['text-2', 'canvas', 4.5],
  ['text-2', 'hover', 4.5],
  ['text-3', 'surface', 4.5],
  ['text-3', 'canvas', 4.5],
  ['text-3', 'sunken', 4.5],
  ['text-3', 'hover', 4.5],
  ['bull', 'surface', 4.5],
  ['bull', 'canvas', 4.5],
  ['bull', 'bull-bg', 4.5],
  ['bear', 'surface', 4.5],
  ['bear', 'canvas', 4.5],
  ['bear', 'bear-bg', 4.5],
  ['blue', 'surface', 4.5],
  ['blue', 'blue-bg', 4.5],
  ['orange', 'surface', 4.5],
  ['orange', 'orange-bg', 4.5],
  ['warn', 'warn-bg', 4.5],
  ['warn', 'surface', 4.5],
  ['info', 'info-bg', 4.5],
  ['earnings', 'earnings-bg', 4.5],
  ['earnings', 'surface', 4.5],
  ['bull-line', 'surface', 3],
  ['bear-line', 'surface', 3],
  ['blue-line', 'surface', 3],
  ['orange-line', 'surface', 3],
  ['warn-line', 'surface', 3],
  ['line-control', 'surface', 3],
  ['line-control', 'canvas', 3],
]
