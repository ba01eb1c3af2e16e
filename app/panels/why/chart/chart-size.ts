/** Size of the chart, and of the labels at both sides of its plot. */
import { startTransition, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { History, WireWhy } from '#contract/responses/resources.ts'
import type { ChartInput, ChartSize } from './chart-model.ts'
import { isShortAt, labelPadding, measureTagWidths, useContractTexts } from './price-tags.tsx'

type MeasuredSize = Omit<ChartSize, 'isGutterLeft'>

const unmeasured: MeasuredSize = {
  width: 0,
  height: 0,
  tagGutter: 0,
  scaleGutter: { whole: 0, cents: 0 },
  textScale: 1,
}

/** Reads the style, so callers are observers of the size only: at each quote it would be recalculated twice. */
const rootTextScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** Tabular digits have equal widths, so a changed price with as many digits needs no new measurement. */
const withEqualDigits = (texts: readonly string[]): string => texts.join('\n').replaceAll(/\d/g, '0')

/**
 * Measures the chart's box and its widest labels, pixels; all are zero until measured. The text scale is measured with
 * them: the box shares its panel with lines of text, so another text size changes its height.
 */
export function useChartSize(why: WireWhy, history: History, contract: ChartInput['contract']) {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(unmeasured)
  const isMeasured = useRef(false)
  const { tags, whole, cents } = useLabelTexts(why, history, contract, size)

  useLayoutEffect(() => {
    const element = box.current!
    const measure = () => {
      const [tagWidth, wholeWidth, centsWidth] = measureTagWidths(element, [tags, whole, cents])
      const textScale = rootTextScale()
      const measured = {
        width: element.clientWidth,
        height: element.clientHeight,
        tagGutter: tagWidth! + labelPadding.tag * textScale,
        scaleGutter: {
          whole: wholeWidth! + labelPadding.scale * textScale,
          cents: centsWidth! + labelPadding.scale * textScale,
        },
        textScale,
      }
      // The first drawing is interruptible; later drawings must match the new size at once.
      if (isMeasured.current) setSize(measured)
      else startTransition(() => setSize(measured))
      isMeasured.current = true
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [tags, whole, cents])
  return { box, size }
}

/** Returns the texts of each kind of label, one a line, to be measured. */
function useLabelTexts(
  { supportAndResistance, expandedQuote: { last } }: WireWhy,
  { high }: History,
  contract: ChartInput['contract'],
  { width, textScale }: MeasuredSize,
) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const contractTexts = useContractTexts(isShortAt(width, textScale))
  const highest = useMemo(() => Math.max(0, ...high), [high])
  const { support, resistance } = supportAndResistance ?? { support: [], resistance: [] }
  const prices = [last, ...[...support.slice(0, 2), ...resistance.slice(0, 2)].map(({ value }) => value)]
  const levelTexts = [t('chart.support'), t('chart.resistance')].flatMap((label) =>
    prices.map((price) => `${label} ${format.price(price)}`),
  )
  return {
    tags: withEqualDigits([
      ...levelTexts,
      ...(contract ? contractTexts(contract).map(({ text }) => text) : []),
    ]),
    whole: withEqualDigits([format.whole(highest)]),
    cents: withEqualDigits([format.price(highest)]),
  }
}
