import { expect, test } from 'vitest'
import { dataPaths, type WidgetRoute } from '#contract/api/paths.ts'
import { dataUrl, type RequestParameters } from '#app/api/data-url.ts'
import { panelQueries } from '#app/api/panel-queries.ts'
import { queries } from '#app/api/queries.ts'
import { initialView } from '#app/state/view.ts'
import { firstUrl, urlsOfSymbol } from './first-requests.ts'

/** The address that a query of the app requests. */
const urlOf = ({ queryKey }: { queryKey: readonly unknown[] }) => {
  const [route, symbol, query] = queryKey as [WidgetRoute, string, RequestParameters['query']]
  return dataUrl(dataPaths[route], { symbol, query })
}

test('the first requests have the addresses of the queries that take over their responses', () => {
  expect(firstUrl(true, undefined)).toBe(urlOf(queries.tradeIdeas()))
  expect(firstUrl(false, 'BRK.B')).toBe(urlOf(queries.income('BRK.B')))
  expect(urlsOfSymbol('BRK.B')).toEqual([queries.why('BRK.B'), queries.income('BRK.B')].map(urlOf))
  expect(urlsOfSymbol('BRK.B', true)).toEqual(
    [queries.why('BRK.B'), queries.income('BRK.B'), panelQueries.history('BRK.B', initialView.range)].map(
      urlOf,
    ),
  )
})

test('without a symbol nothing is requested for it', () => {
  expect(urlsOfSymbol(undefined, true)).toEqual([])
  expect(firstUrl(false, 42)).toBeUndefined()
})
