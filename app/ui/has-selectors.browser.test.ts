/**
 * The arguments of `:has()`. A browser compares each inserted element with all of them, and restyles what depends on a
 * match. If one matches any element, or if the panels depend on it, each inserted element restyles the whole widget.
 */
import { expect, test } from 'vitest'

const styleSheets = import.meta.glob<string>('../**/*.css', { eager: true, query: '?raw', import: 'default' })

/** The selectors of a style sheet that contain `:has()`, also those of nested rules. */
function selectorsWithHas(css: string): string[] {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const visit = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => [
      ...(rule instanceof CSSStyleRule && rule.selectorText.includes(':has(') ? [rule.selectorText] : []),
      ...('cssRules' in rule ? visit(rule.cssRules as CSSRuleList) : []),
    ])
  return visit(sheet.cssRules)
}

/** Splits at separators outside brackets. */
function split(text: string, separator: RegExp): string[] {
  let depth = 0
  const parts = ['']
  for (const character of text) {
    if ('(['.includes(character)) depth++
    if (')]'.includes(character)) depth--
    if (depth === 0 && separator.test(character)) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

/** The text before each `:has()` of a selector, its arguments, and the text after it. */
function hasParts(selector: string): { before: string; elements: string[]; after: string }[] {
  const starts = [...selector.matchAll(/:has\(/g)].map(({ index }) => index)
  return starts.map((start) => {
    const from = start + ':has('.length
    let depth = 1
    let end = from
    while (depth > 0) depth += { '(': 1, ')': -1 }[selector[end++]!] ?? 0
    return {
      before: selector.slice(0, start),
      elements: split(selector.slice(from, end - 1), /,/),
      after: selector.slice(end),
    }
  })
}

/** Arguments that any inserted element can match: a part without element, class, id or attribute. */
const anyElementArguments = (css: string): string[] =>
  selectorsWithHas(css)
    .flatMap(hasParts)
    .flatMap(({ elements }) => elements)
    .filter((argument) => split(argument, /[\s>+~]/).some((part) => !/^[\w.#[]/.test(part)))

/** A container of the panels, as the last part of a selector. */
const panelContainer = /(?:^|[\s>])(?:\.panels|\.main|\.w|:root|html|body)(?:\[[^\]]*\]|:not\([^)]*\))*$/

/** Selectors that restyle the panels, or anything in them, by `:has()` of their container. */
const panelSelectors = (css: string): string[] =>
  selectorsWithHas(css).filter((selector) =>
    hasParts(selector).some(({ before, after }) => panelContainer.test(before) && !/^\)* ?[~+]/.test(after)),
  )

test.each([
  'a:has(> :nth-child(2)) { top: 0 }',
  'a { &:has(b, > :not(:empty)) { top: 0 } }',
  'a:has(*) { top: 0 }',
])('%s depends on any element', (css) => expect(anyElementArguments(css)).toHaveLength(1))
test.each(['a:has(> b:first-child) { top: 0 }', 'a:not(:has(.b > [c="d"])) { top: 0 }'])(
  '%s depends on some elements',
  (css) => expect(anyElementArguments(css)).toEqual([]),
)
test('a container of the panels that depends on one is found', () =>
  expect(panelSelectors('.panels:not(.a):has(> .b) > * { top: 0 }')).toHaveLength(1))

test('no style sheet restyles the widget for each inserted element', () => {
  const all = Object.entries(styleSheets)
  expect(all.flatMap(([, css]) => selectorsWithHas(css)).length).toBeGreaterThan(10)
  expect(
    all.flatMap(([name, css]) => anyElementArguments(css).map((argument) => `${name}: ${argument}`)),
  ).toEqual([])
  expect(all.flatMap(([name, css]) => panelSelectors(css).map((selector) => `${name}: ${selector}`))).toEqual(
    [],
  )
})
