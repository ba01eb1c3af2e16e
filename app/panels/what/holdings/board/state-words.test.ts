/** The board of positions and the list of open options in How use the same word for a state. */
import { expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'

type States = { readonly state: Readonly<Record<string, string>> }
const files = import.meta.glob<States>('#app/i18n/locales/*/{holdings,positions}.json', {
  eager: true,
  import: 'default',
})
const statesOf = (locale: string, name: string): States['state'] =>
  Object.entries(files).find(([path]) => path.endsWith(`/${locale}/${name}.json`))![1].state

test.each(locales)('%s', (locale) => {
  const [board, list] = [statesOf(locale, 'positions'), statesOf(locale, 'holdings')]
  expect([list['near'], list['inTheMoney']]).toEqual([board['assignment-likely'], board['tested']])
})
