/** Checks that alerts, their tests, the runbook, the dashboard and the service's metrics are consistent. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { familyOf, metricNames } from '#service/shared/metric-names.ts'
import type { MetricName } from '#service/shared/metric-names.ts'
import { needs, runTool, toolNamed } from '../tools.fixture.ts'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const textOf = (name: string) => readFileSync(pathOf(name), 'utf8')
const rules = textOf('alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: /^\w+/.exec(text)![0],
    expr: /^ +expr: '?(.*?)'?$/m.exec(text)![1]!,
    runbook: /^ +runbook_url: (.*)$/m.exec(text)![1]!,
  }))

const promtool = toolNamed('promtool')
describe.skipIf(!promtool)(`checked by promtool (${needs('promtool')})`, () => {
  test.each([
    ['the rules are valid', ['check', 'rules', 'alerts.yml']],
    ['the configuration is valid', ['check', 'config', 'prometheus.yml']],
    ['each alert fires when it must and only then', ['test', 'rules', 'alerts.tests.yml']],
  ])('%s', (_, words) => {
    const { code, output } = runTool(
      promtool!,
      ...words.map((word) => (word.endsWith('.yml') ? pathOf(word) : word)),
    )
    expect(code, output).toBe(0)
  })
})

test('each alert has a runbook section, each section an alert, and tests for firing and not firing', () => {
  const names = rules.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(15)
  expect(new Set(names).size).toBe(names.length)
  const sections = [...textOf('../../docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title)
  expect(sections).toEqual(names)
  for (const { name, runbook } of rules)
    expect(runbook).toMatch(new RegExp(`/docs/runbook#${name.toLowerCase()}$`))
  const tried = textOf('alerts.tests.yml')
  for (const name of names) {
    expect(tried).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`))
    expect(tried).toContain(`alertname: ${name}, exp_alerts: []`)
  }
})

type Dashboard = {
  panels: { title: string; targets?: { expr: string }[] }[]
  annotations: { list: { expr: string }[] }
}
const dashboard = JSON.parse(textOf('../grafana/options-analysis.json')) as Dashboard
const drawn = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...dashboard.annotations.list.map(({ expr }) => ['annotation', expr] as const),
]

/** Whether a name in an expression is a metric of the service or of a scrape. */
const known = (name: string) =>
  name === 'up' || metricNames.includes(name.replace(/_(bucket|sum|count)$/, '') as MetricName)
const labelsOf = (name: string) =>
  name === 'up' ? [] : (familyOf(name.replace(/_(bucket|sum|count)$/, '') as MetricName).labels ?? [])

test.each([...rules.map(({ name, expr }) => [name, expr] as const), ...drawn])(
  '%s uses metrics and labels that the service has',
  (_, expr) => {
    const asked = [...expr.matchAll(/\b((?:service|process|nodejs)_\w+|up)\{([^}]*)\}/g)]
    expect(asked.length).toBeGreaterThan(0)
    for (const [, name = '', args = ''] of asked) {
      expect(known(name), name).toBe(true)
      const labels = [...args.matchAll(/(\w+)\s*(?:=~|!=|=)/g)].map(([, label = '']) => label)
      const own: readonly string[] = [
        ...labelsOf(name),
        'job',
        'instance',
        ...(name.endsWith('_bucket') ? ['le'] : []),
      ]
      expect(labels.filter((label) => !own.includes(label))).toEqual([])
    }
    // A name without braces would select every job.
    const bare = expr.replaceAll(/\{[^}]*\}|"[^"]*"/g, '{}').match(/\b(service|process|nodejs)_\w+(?!\w|\{)/g)
    expect(bare).toBeNull()
  },
)

test('every metric of the service is on the dashboard or in an alert', () => {
  const all = [...rules.map(({ expr }) => expr), ...drawn.map(([, expr]) => expr)].join('\n')
  // Metrics whose information other series on the dashboard already show.
  const exempt = [
    'service_scan_last_success_timestamp_seconds',
    'nodejs_eventloop_lag_p50_seconds',
    'nodejs_heap_size_total_bytes',
    'nodejs_external_memory_bytes',
  ]
  expect(metricNames.filter((name) => !all.includes(name) && !exempt.includes(name))).toEqual([])
})
