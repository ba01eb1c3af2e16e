/**
 * Paints the card of the first contract before React is loaded: fills the template that the build has rendered
 * (contract-template.tsx) and puts it into the outline of How. React later renders the same card in its place. The document
 * names this script; it is built on its own (vite.config.ts), so that other widgets do not load it.
 */
import type { IncomeOption, WireIncome } from '#contract/responses/income.ts'
import { fillPart, type Paint, partAttribute } from '#app/boot/template-parts.ts'
import { newYorkDay } from '#app/i18n/intl-format.ts'
import { numberFormats } from '#app/i18n/number-format.ts'
import { cellsOf, chosenPlace, openedCell } from '#app/state/choices/cells.ts'
import { isPricedIncome } from '#app/state/priced.ts'
import type { StoredView } from '#app/state/storage/stored-view.ts'
import { type CardContent, contractParts, contractValues, isWide } from './contract-parts.ts'

/** Nothing is chosen: the best cell opens. */
const nothingChosen = { timeframe: null, riskProfile: null } as const
/** Chips of these warnings are parts of the template. */
const paintedWarnings: readonly string[] = ['earnings-before-expiry', 'dividend-before-expiry', 'wide-spread']

/**
 * Prepares the painting before the response arrives. Undefined if the card depends on more than the response: on the
 * shares that the page says are held, or on the user's sentiment, which chooses the strategy. The options are unchecked.
 */
export function prepareContract(
  { content }: HTMLTemplateElement,
  { holdings }: Readonly<Record<string, unknown>>,
  view: StoredView,
): Paint | undefined {
  const skeleton = document.querySelector('.how-skeleton')!
  const [, , , firstBox, secondBox] = skeleton.children
  if (holdings || view.sentiment || !isBesideGrid()) return undefined
  const { lang } = document.documentElement
  const [format, plurals] = [numberFormats(lang), new Intl.PluralRules(lang)]
  // The first formatter of dates takes long; there is time now.
  newYorkDay(lang, Date.now())

  return (body, { hidesAnnualized }) => {
    const income = Object(body) as WireIncome
    const shown = !hidesAnnualized && firstContract(income)
    // React may have replaced the outline.
    if (!shown || !skeleton.isConnected) return undefined
    const parts = contractParts(shown, lang, plurals)
    const card = content.cloneNode(true) as DocumentFragment
    for (const element of card.querySelectorAll<HTMLElement>(`[data-${partAttribute}]`))
      if (parts.includes(element.dataset[partAttribute]!)) delete element.dataset[partAttribute]
      else element.remove()
    const cards = document.createElement('div')
    cards.className = 'how-cards'
    cards.dataset['symbol'] = shown.income.underlying
    cards.append(fillPart(card, contractValues(shown, format)), secondBox!.cloneNode())
    if (isWide(shown.option)) cards.querySelector<HTMLElement>('.how-score')!.dataset['wide'] = 'true'
    firstBox!.replaceWith(cards)
    secondBox!.remove()
    // Only boxes pulse.
    skeleton.parentElement!.style.animation = 'none'
    return cards
  }
}

/**
 * Whether the card is beside the grid (how/layout.css); in a narrow frame it is below, and its place depends on the
 * response. The panel is as wide as the frame. The style sheet may not be loaded yet, so its layout cannot be measured.
 */
const isBesideGrid = (): boolean => matchMedia('(min-width: 55rem)').matches

/** Returns the contract that How opens with, if the template has all parts of its card. */
function firstContract(income: WireIncome): CardContent | undefined {
  // An error has no contracts.
  if (!income.optionsAsOf || !isPricedIncome(income)) return undefined
  const cells = cellsOf(income, 'call')
  const place = chosenPlace(cells, nothingChosen)
  const cell = openedCell(cells, nothingChosen)
  const isChosen = cell?.timeframe === place.timeframe && cell.riskProfile === place.riskProfile
  return cell?.option && isChosen && !cell.alternative && isPaintable(cell.option)
    ? { income, option: cell.option }
    : undefined
}

function isPaintable(option: IncomeOption): boolean {
  const { contracts, warnings, probability, probabilityOfProfit, breakeven, maxReward, maxRisk } = option
  return (
    contracts === 1 &&
    warnings.every((name) => paintedWarnings.includes(name)) &&
    // Other texts have a comparison sign, or a sign before the currency.
    [probability, probabilityOfProfit].every((value) => value >= 0.01 && value <= 0.99) &&
    [breakeven, maxReward, maxRisk].every((value) => value >= 0)
  )
}
