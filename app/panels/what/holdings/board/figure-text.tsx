/** Texts of the board's figures. */
import { type Format, useFormat } from '#app/i18n/format.ts'
import { missingValueText } from '#app/i18n/number-format.ts'
import { useFigureReason } from '#app/ui/price/figure-reason.ts'
import type { BoardFigure, FigureName } from './board-position.ts'

/** Dollars with cents up to this amount, whole dollars above. */
const maxWithCents = 100

const signedDollars = (format: Format, value: number) =>
  format.signedMoney(value, Math.abs(value) < maxWithCents ? 2 : 0)

/** Formats a known figure. Amounts are rounded to dollars, so that narrow columns have room for them. */
export function figureText(format: Format, name: FigureName, value: number): string {
  switch (name) {
    case 'distance':
      return format.percent(value, 1)
    case 'earned':
      return format.percent(value, 0)
    case 'delta':
      return format.points(value)
    case 'theta':
      return signedDollars(format, value)
    case 'profit':
      return format.signedMoney(value, 0)
    case 'premium':
    case 'cash':
      return format.moneyRounded(value)
  }
}

/** A figure, or a dash with the reason in its title and for screen readers. */
export function FigureText({ name, figure }: { name: FigureName; figure: BoardFigure }) {
  const format = useFormat()
  const reasonText = useFigureReason()
  if (figure.value !== null) return <bdi dir="ltr">{figureText(format, name, figure.value)}</bdi>
  const reason = reasonText(figure.reason)
  return (
    <span role="img" title={reason} aria-label={reason}>
      {missingValueText}
    </span>
  )
}
