/** Checks that the sample of Alertmanager sends one page for an outage, and loses no alert that has another cause. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findTool, requirementText, runTool } from '../tools.fixture.ts'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const textOf = (name: string) => readFileSync(pathOf(name), 'utf8')
const config = textOf('alertmanager.yml')
/** Severity of each alert, by name. */
const severities = new Map(
  [...textOf('alerts.yml').matchAll(/^ {6}- alert: (\w+)$[^]*?severity: (\w+)/gm)].map(
    ([, name, severity]) => [name!, severity!] as const,
  ),
)
const alertNames = [...severities.keys()]

const listOf = (text: string) => text.split(/[,|]/).map((item) => item.trim())
const groupBy = listOf(/^ {2}group_by: \[(.*)\]$/m.exec(config)![1]!)
const inhibitions = [
  ...config.matchAll(
    /^ {2}- source_matchers: \['alertname="(\w+)"'\]\n {4}target_matchers: \['alertname=~?"([\w|]+)"'\]\n {4}equal: \[(.*)\]$/gm,
  ),
].map(([, source, targets, equal]) => ({
  source: source!,
  targets: listOf(targets!),
  equal: listOf(equal!),
}))

type Alert = { readonly alertname: string; readonly [label: string]: string }

/** The groups of alerts that Alertmanager notifies of: inhibition, then grouping. */
function notifications(alerts: readonly Alert[]): string[] {
  const isInhibited = (alert: Alert) =>
    inhibitions.some(
      ({ source, targets, equal }) =>
        targets.includes(alert.alertname) &&
        alerts.some(
          (other) => other.alertname === source && equal.every((label) => other[label] === alert[label]),
        ),
    )
  const groups = alerts
    .filter((alert) => !isInhibited(alert))
    .map((alert) => groupBy.map((label) => alert[label]).join(' '))
  return [...new Set(groups)]
}

/** The groups of alerts that someone must act on at once. */
const pages = (alerts: readonly Alert[]): string[] =>
  notifications(alerts).filter((group) => severities.get(group.split(' ')[0]!) === 'page')

const on = (cluster: string, alertname: string, labels: Record<string, string> = {}): Alert => ({
  alertname,
  cluster,
  ...labels,
})
/** The alerts of an outage of the store on two nodes: each call of each node, and what follows from it. */
const storeOutage = (cluster: string) => [
  ...['a', 'b'].flatMap((instance) =>
    ['keys.find', 'sessions.byCookie', 'check'].map((call) =>
      on(cluster, 'StoreFailing', { instance, call }),
    ),
  ),
  on(cluster, 'ServiceErrors'),
  on(cluster, 'IdeasMissing', { instance: 'a' }),
  on(cluster, 'FeedsRefused', { instance: 'a', reason: 'unavailable' }),
]

test('every rule of inhibition is read, and names alerts that exist', () => {
  expect(inhibitions).toHaveLength(config.split('source_matchers').length - 1)
  for (const { source, targets } of inhibitions) {
    expect(alertNames).toEqual(expect.arrayContaining([source, ...targets]))
    expect(targets).not.toContain(source)
  }
})

test('prometheus.yml sets the label that alerts are grouped by, and loads this Alertmanager', () => {
  const prometheus = textOf('prometheus.yml')
  expect(prometheus).toMatch(/^ {2}external_labels: \{ cluster: [\w-]+ \}$/m)
  expect(prometheus).toMatch(/^alerting:\n {2}alertmanagers:$/m)
})

test('an outage of the store is one page', () => {
  expect(notifications(storeOutage('one'))).toEqual(['StoreFailing one'])
  expect(pages(storeOutage('one'))).toEqual(['StoreFailing one'])
})

test('an outage of the store hides no other cluster and no other cause', () => {
  const others = [on('two', 'ServiceErrors'), on('one', 'CertificateEnding', { instance: 'a' })]
  const nodeWithoutRedis = on('one', 'NodeCutOff', { instance: 'c' })
  expect(notifications([...storeOutage('one'), ...others, nodeWithoutRedis])).toEqual([
    'StoreFailing one',
    'ServiceErrors two',
    'CertificateEnding one',
    'NodeCutOff one',
  ])
  expect(notifications([on('one', 'ServiceErrors')])).toEqual(['ServiceErrors one'])
})

test('a node without a network is one page, in whichever order its alerts fire', () => {
  const alerts = ['StoreFailing', 'NodeCutOff', 'LimitsPerNode'].map((name) =>
    on('one', name, { instance: 'a' }),
  )
  expect(notifications(alerts)).toEqual(['StoreFailing one'])
  expect(pages(alerts)).toEqual(['StoreFailing one'])
  expect(pages(alerts.slice(1))).toEqual([])
})

test('an outage of Redis, during which everything is served, is one ticket and no page', () => {
  const alerts = ['a', 'b'].flatMap((instance) =>
    ['NodeCutOff', 'LimitsPerNode'].map((name) => on('one', name, { instance })),
  )
  expect(notifications(alerts)).toEqual(['NodeCutOff one'])
  expect(pages(alerts)).toEqual([])
})

const amtool = findTool('amtool')
describe.skipIf(!amtool)(`Alertmanager's own check (${requirementText('amtool')})`, () => {
  const run = (...args: string[]) => runTool(amtool!, ...args)
  test('the configuration is valid', () => {
    const { code, output } = run('check-config', pathOf('alertmanager.yml'))
    expect(code, output).toBe(0)
  })
  test.each(['page', 'ticket'])('an alert of severity %s has its receiver', (severity) => {
    const args = ['config', 'routes', 'test', `--config.file=${pathOf('alertmanager.yml')}`]
    const { code, output } = run(...args, `--verify.receivers=${severity}`, `severity=${severity}`)
    expect(code, output).toBe(0)
  })
})
