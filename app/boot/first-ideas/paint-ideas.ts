/**
 * Paints the first rows of the list of ideas before React is loaded: fills the template that the build has rendered
 * (ideas-template.tsx) and replaces the outline's rows. React later renders the same rows in their place.
 */
import type { WireTradeIdeas } from '#contract/responses/lists/ideas.ts'
import { byStrength } from '#contract/responses/lists/idea-order.ts'
import { numberFormats } from '#app/i18n/number-format.ts'
import type { StoredView } from '#app/state/storage/stored-view.ts'
import { readAppearance } from '#app/state/appearance.ts'
import { recordInput } from '#app/state/early-input.ts'
import { listClass } from '#app/panels/what/list-class.ts'
import { firstRowCount } from '#app/ui/first-rows.ts'
import {
  cellParts,
  cellValues,
  ideasTemplateId,
  partAttribute,
  placeholder,
  rowPart,
  styleAttribute,
} from './idea-slots.ts'

/** Names of options that change the list by code of the app. */
const appOptions = /color|font|radius|state/i

/**
 * Whether the list can be painted as React will render it. The options are unchecked. A user's own appearance and
 * options that need code of the app are left to the app, and so is a list that is hidden behind another tab.
 */
export function canPaintIdeas(options: Readonly<Record<string, unknown>>, view: StoredView): boolean {
  const tab = view.tab ?? options['tab'] ?? (options['symbol'] && 'why')
  const tabs = document.querySelector<HTMLElement>('.tabs')
  return (
    !Object.entries(options).some(([name, value]) => value && appOptions.test(name)) &&
    options['height'] !== 'auto' &&
    !Object.keys(readAppearance()).length &&
    (!tab || tab === 'what' || !tabs?.offsetParent)
  )
}

type Values = Readonly<Record<string, unknown>>

/**
 * Prepares the painting before the ideas arrive: reads the template.
 *
 * @returns paints the ideas of a response, which has not been validated. Does nothing without ideas: then React paints
 *   the explanation. No effect once React has replaced the outline. Undefined if the document has no list of ideas.
 */
export function prepareIdeas():
  | ((body: unknown, symbol: unknown, hidesAnnualized: boolean) => void)
  | undefined {
  const template = document.getElementById(ideasTemplateId) as HTMLTemplateElement | null
  if (!template) return
  const panel = document.getElementById('panel-what')!
  const content = panel.querySelector('.panel-body')!
  const { lang } = document.documentElement
  const [format, plurals] = [numberFormats(lang), new Intl.PluralRules(lang)]
  const list = template.content.cloneNode(true) as DocumentFragment
  const body = list.querySelector('tbody')!
  const parts = new Map<string, { element: Element; hasPlaceholders: boolean }>()
  for (const element of body.querySelectorAll<HTMLElement>(`[data-${partAttribute}]`))
    parts.set(element.dataset[partAttribute]!, { element, hasPlaceholders: element.outerHTML.includes('{') })
  body.replaceChildren()
  const makePart = (name: string, values: Values) => {
    const { element, hasPlaceholders } = parts.get(name)!
    const copy = element.cloneNode(true) as Element
    return hasPlaceholders ? fill(copy, values) : copy
  }

  return (response, symbol, hidesAnnualized) => {
    const { tradeIdeas, universeSize } = Object(response) as Partial<WireTradeIdeas>
    if (!tradeIdeas?.length) return
    const ideas = tradeIdeas.toSorted(byStrength)
    const selectedIndex = ideas.findIndex((idea) => idea.symbol === symbol)
    const tabStop = Math.max(0, selectedIndex)
    fill(list, { rowCount: ideas.length + 1, count: universeSize })
    const rows = ideas.slice(0, firstRowCount()).map((idea, index) => {
      const values = cellValues(idea, index, format)
      const row = makePart(rowPart(idea, index === selectedIndex, index === tabStop), values)
      row.append(...cellParts(idea, plurals).map((name) => makePart(name, values)))
      return row
    })
    const gap = ideas.length - rows.length
    body.append(...rows, ...(gap > 0 ? [makePart('gap', { gap })] : []))
    list.querySelector('table')!.className = listClass(ideas, hidesAnnualized)
    content.replaceChildren(list)
    panel.dataset['state'] = 'ready'
    panel.ariaBusy = 'false'
    recordInput(content)
  }
}

/** Replaces the placeholders in a part of the template, and sets its styles. Returns the part. */
function fill<Part extends Element | DocumentFragment>(part: Part, values: Values): Part {
  const filled = (text: string) => text.replaceAll(placeholder, (_, name: string) => String(values[name]))
  for (const element of [part as Element, ...part.querySelectorAll('*')]) {
    for (const { name, value } of element.attributes ?? [])
      if (name === styleAttribute)
        (element as HTMLElement).style.setProperty(...(filled(value).split(':') as [string, string]))
      else if (value.includes('{')) element.setAttribute(name, filled(value))
    for (const node of element.childNodes) if (node instanceof Text) node.data = filled(node.data)
  }
  return part
}
