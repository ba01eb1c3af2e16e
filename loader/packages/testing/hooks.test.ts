/** The hooks are in the app's markup, and the documentation lists them and no others. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { incomeWarnings } from '#contract/responses/income.ts'
import { positionStates as contractStates } from '#contract/responses/position-states.ts'
import { unknownReasons as contractReasons } from '#contract/responses/unknown.ts'
import { hooks, positionStates, unknownReasons, warnings } from './hooks.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** Sources of the app's markup, without tests. */
const sources = globSync('{app,loader}/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.|\/testing\//.test(path))
  .map(read)
const markup = sources.join('\n')

/** The list items of docs/testing.md: an attribute, its element, its meaning and its values. */
const documented = new Map(
  [...read('docs/testing.md').matchAll(/^- `(data-[a-z-]+)`: (.*(?:\n  .*)*)/gm)].map(
    ([, name = '', text = '']) => {
      const [, values = ''] = /\bValues:\s([^.]*)\./.exec(text) ?? []
      return [name, [...values.matchAll(/`([^`]+)`/g)].map(([, value]) => value)]
    },
  ),
)

test('the documentation lists every hook with every value, and no other', () => {
  expect(new Set(documented.keys())).toEqual(new Set(Object.keys(hooks)))
  for (const [name, values] of Object.entries(hooks))
    if (typeof values !== 'string') expect(new Set(documented.get(name)), name).toEqual(new Set(values))
})

test('warnings, reasons and states are those of the contract', () => {
  expect(warnings).toEqual(incomeWarnings)
  expect(unknownReasons).toEqual(contractReasons)
  expect(positionStates).toEqual(contractStates)
})

test.each(Object.keys(hooks))('%s is in the app’s markup', (name) => {
  const asProperty = name.slice(5).replace(/-(.)/g, (_, char: string) => char.toUpperCase())
  const usage = new RegExp(`${name}[=\\s]|dataset(\\.${asProperty}|\\['${asProperty}'\\])`)
  expect(usage.test(markup)).toBe(true)
})

test('the actions in the app’s markup are exactly the documented ones', () => {
  const actions = [...markup.matchAll(/\b(?:data-)?action="([a-z-]+)"/g)].map(([, action]) => action)
  expect(new Set(actions)).toEqual(new Set(hooks['data-action']))
})
