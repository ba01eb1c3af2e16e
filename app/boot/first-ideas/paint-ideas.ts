/**
 * Paints the first rows of the list of ideas before React is loaded: fills the template that the build has rendered
 * (ideas-template.tsx) and replaces the outline's rows. React later renders the same rows in their place.
 */
import type { WireTradeIdeas } from '#contract/responses/lists/ideas.ts'
import { byStrength } from '#contract/responses/lists/idea-order.ts'
import { numberFormats } from '#app/i18n/number-format.ts'
import { listClass } from '#app/panels/what/list-class.ts'
import { firstRowCount } from '#app/ui/first-rows.ts'
import { fillPart, type Paint, partAttribute, type PartValues } from '#app/boot/template-parts.ts'
import { cellParts, cellValues } from './idea-slots.ts'

/**
 * Prepares the painting before the ideas arrive: reads the template.
 *
 * @returns paints the ideas; without ideas React paints the explanation. No effect once React has replaced the outline.
 */
export function prepareIdeas(template: HTMLTemplateElement): Paint {
  const panel = document.getElementById('panel-what')!
  const content = panel.querySelector('.panel-body')!
  const { lang } = document.documentElement
  const [format, plurals] = [numberFormats(lang), new Intl.PluralRules(lang)]
  const list = template.content.cloneNode(true) as DocumentFragment
  const body = list.querySelector('tbody')!
  const parts = new Map(
    Array.from(body.querySelectorAll<HTMLElement>(`[data-${partAttribute}]`), (element) => [
      element.dataset[partAttribute]!,
      element,
    ]),
  )
  body.replaceChildren()
  const makePart = (name: string, values: PartValues) =>
    fillPart(parts.get(name)!.cloneNode(true) as Element, values)

  return (response, { symbol, hidesAnnualized }) => {
    const { tradeIdeas, universeSize } = Object(response) as Partial<WireTradeIdeas>
    if (!tradeIdeas?.length) return undefined
    const ideas = tradeIdeas.toSorted(byStrength)
    const selectedIndex = ideas.findIndex((idea) => idea.symbol === symbol)
    const tabStop = Math.max(0, selectedIndex)
    fillPart(list, { rowCount: ideas.length + 1, count: universeSize })
    const rows = ideas.slice(0, firstRowCount()).map((idea, index) => {
      const values = cellValues(idea, index, format)
      const row = makePart(idea.sentiment, {
        ...values,
        isSelected: index === selectedIndex,
        tabIndex: index === tabStop ? 0 : -1,
      })
      row.append(...cellParts(idea, plurals).map((name) => makePart(name, values)))
      return row
    })
    const gap = ideas.length - rows.length
    body.append(...rows, ...(gap > 0 ? [makePart('gap', { gap })] : []))
    list.querySelector('table')!.className = listClass(ideas, hidesAnnualized)
    content.replaceChildren(list)
    panel.dataset['state'] = 'ready'
    panel.ariaBusy = 'false'
    return content
  }
}
