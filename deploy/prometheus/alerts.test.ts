/**
 * Checks that alerts, their tests, the runbook, the dashboard and the service's metrics are
 * consistent.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { accessRoutes, dataRoutes } from '#contract/api/routes.ts'
import { createOperationsRoutes } from '#service/http/routes/operations.ts'
import { familyOf, metricNames } from '#service/shared/metric-names.ts'
import type { MetricName } from '#service/shared/metric-names.ts'
import { requirementText, runTool, findTool } from '../tools.fixture.ts'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const textOf = (name: string) => readFileSync(pathOf(name), 'utf8')
const rules = textOf('alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: /^\w+/.exec(text)![0],
    severity: /severity: (\w+)/.exec(text)![1]!,
    expr: /^ +expr: '?(.*?)'?$/m.exec(text)![1]!,
    runbook: /^ +runbook_url: (.*)$/m.exec(text)![1]!,
  }))

const promtool = findTool('promtool')
describe.skipIf(!promtool)(`the samples, checked by promtool (${requirementText('promtool')})`, () => {
  test.each([
    ['the rules are valid', ['check', 'rules', 'alerts.yml']],
    ['the configuration is valid', ['check', 'config', 'prometheus.yml']],
    ['each alert fires only in its failure case', ['test', 'rules', 'alerts.tests.yml']],
  ])('%s', (_, args) => {
    const { code, output } = runTool(
      promtool!,
      ...args.map((arg) => (arg.endsWith('.yml') ? pathOf(arg) : arg)),
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
  for (const { name, severity } of rules)
    expect(textOf('../../docs/runbook.md')).toContain(
      `\n## ${name}\n\n**${severity === 'page' ? 'Page' : 'Ticket'}.** `,
    )
  for (const { name, runbook } of rules)
    expect(runbook).toMatch(new RegExp(`/docs/runbook#${name.toLowerCase()}$`))
  const alertTests = textOf('alerts.tests.yml')
  for (const name of names) {
    expect(alertTests).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`))
    expect(alertTests).toContain(`alertname: ${name}, exp_alerts: []`)
  }
})

test('alerts on routes name routes that exist, and each that readers wait for is watched', () => {
  const exprOf = (name: string) => rules.find((rule) => rule.name === name)!.expr
  const watched = /route=~"([^"]*)"/.exec(exprOf('ServiceSlow'))![1]!.split('|')
  const notWatched = ['symbols', 'tone', 'news', 'endSession', 'feedTicket', 'legacyToken']
  expect([...watched, ...notWatched].toSorted()).toEqual(
    [...Object.keys(dataRoutes), ...Object.keys(accessRoutes)].toSorted(),
  )
  const excluded = [...exprOf('ServiceErrors').matchAll(/route!~"([^"]*)"/g)].map(([, names]) => names)
  expect(excluded).toEqual(['readyz|healthz|metrics', 'readyz|healthz|metrics'])
  const parts = { config: { version: '1' } } as unknown as Parameters<typeof createOperationsRoutes>[0]
  expect(createOperationsRoutes(parts, async () => ({})).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['readyz', 'healthz', 'metrics']),
  )
})

type Dashboard = {
  panels: { title: string; targets?: { expr: string }[] }[]
  annotations: { list: { expr: string }[] }
}
const dashboard = JSON.parse(textOf('../grafana/options-analysis.json')) as Dashboard
/** Title and expression of each panel and annotation. */
const dashboardExpressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...dashboard.annotations.list.map(({ expr }) => ['annotation', expr] as const),
]

/** Name of the metric that a series belongs to. */
const metricOf = (seriesName: string) => seriesName.replace(/_(bucket|sum|count)$/, '') as MetricName
/** Whether a name in an expression is a series of the service, or `up`, which Prometheus adds. */
const isKnownSeries = (name: string) => name === 'up' || metricNames.includes(metricOf(name))
const labelsOf = (name: string) => (name === 'up' ? [] : (familyOf(metricOf(name)).labels ?? []))

test.each([...rules.map(({ name, expr }) => [name, expr] as const), ...dashboardExpressions])(
  '%s uses metrics and labels that the service has',
  (_, expr) => {
    const selectors = [...expr.matchAll(/\b((?:service|process|nodejs)_\w+|up)\{([^}]*)\}/g)]
    expect(selectors.length).toBeGreaterThan(0)
    for (const [, name = '', matchers = ''] of selectors) {
      expect(isKnownSeries(name), name).toBe(true)
      const labels = [...matchers.matchAll(/(\w+)\s*(?:=~|!=|=)/g)].map(([, label = '']) => label)
      const seriesLabels: readonly string[] = [
        ...labelsOf(name),
        'job',
        'instance',
        ...(name.endsWith('_bucket') ? ['le'] : []),
      ]
      expect(labels.filter((label) => !seriesLabels.includes(label))).toEqual([])
    }
    // A name without braces selects every job.
    const namesWithoutSelector = expr
      .replaceAll(/\{[^}]*\}|"[^"]*"/g, '{}')
      .match(/\b(service|process|nodejs)_\w+(?!\w|\{)/g)
    expect(namesWithoutSelector).toBeNull()
  },
)

test('every metric of the service is on the dashboard or in an alert', () => {
  const allExpressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboardExpressions.map(([, expr]) => expr),
  ].join('\n')
  // Other metrics on the dashboard show the same information.
  const redundantMetrics = [
    'service_scan_last_success_timestamp_seconds',
    'nodejs_eventloop_lag_p50_seconds',
    'nodejs_heap_size_total_bytes',
    'nodejs_external_memory_bytes',
  ]
  expect(
    metricNames.filter((name) => !allExpressions.includes(name) && !redundantMetrics.includes(name)),
  ).toEqual([])
})
