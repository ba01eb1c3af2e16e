/** docs/mobile.md: the conditions with which its samples keep a web view on the widget, run in JavaScript. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../mobile.md', import.meta.url), 'utf8')
const service = 'https://SERVICE'

/** Returns the first group of the pattern in the page. */
function sampleOf(pattern: RegExp): string {
  const [, sample] = pattern.exec(page) ?? []
  if (sample === undefined) throw new Error(`docs/mobile.md has no ${String(pattern)}`)
  return sample
}
const evaluate = (expression: string, values: Record<string, unknown>): unknown =>
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval, typescript/no-unsafe-call -- runs the samples of the page
  new Function(...Object.keys(values), `return ${expression}`)(...Object.values(values))

const conditions: Record<string, (url: string) => unknown> = {
  Swift(address) {
    const url = new URL(address)
    const isWidget = evaluate(
      sampleOf(/let isWidget = (.*)/)
        .replaceAll('url.path', 'path')
        .replaceAll('hasPrefix', 'startsWith'),
      { path: url.pathname },
    )
    return evaluate(sampleOf(/decisionHandler\((.*) \? \.allow : \.cancel\)/), {
      isWidget,
      url,
      service: new URL(service),
    })
  },
  Kotlin(url) {
    const pattern = sampleOf(/\.matches\(Regex\("(.*)"\)\)/)
    return new RegExp(
      `^${pattern.replace(`\${Regex.escape(service)}`, service.replaceAll('.', '\\.'))}$`,
    ).test(url)
  },
  'React Native': (url) => evaluate(sampleOf(/const isWidget = \(url: string\) => (.*)/), { service, url }),
}

for (const [name, isWidget] of Object.entries(conditions))
  test.each([
    [`${service}/widget?toplevel=1&type=pro`, true],
    [`${service}/widget/1.3.0?toplevel=1&type=pro`, true],
    [`${service}/widgetLoader/1.3.0.js`, false],
    [`${service}/docs/mobile?widget=/widget`, false],
    [`${service}.evil.example/widget?toplevel=1`, false],
    ['https://evil.example/widget/1.3.0?toplevel=1', false],
  ])(`the ${name} sample: %s stays in the web view: %s`, (url, expected) => {
    expect(isWidget(url)).toBe(expected)
  })
