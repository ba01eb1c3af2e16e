/** The systemd units: systemd accepts and restricts them, and their variables are those of the service. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnvironment } from '#service/server/config/environment.ts'
import { requirementText, runTool, findTool } from '../tools.fixture.ts'

const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const units = ['options-analysis.service', 'options-analysis@.service']
const folder = mkdtempSync(join(tmpdir(), 'unit-'))
afterAll(() => rmSync(folder, { recursive: true }))

const analyze = findTool('systemd-analyze')
describe.skipIf(!analyze)(`systemd (${requirementText('systemd-analyze')})`, () => {
  /** Replaces the path of Node, because the product is not installed in /opt. Verifies an instance of a template. */
  const pathOf = (name: string): string => {
    const path = join(folder, name.replace('@.', '@8091.'))
    writeFileSync(
      path,
      textOf(name).replace('/opt/options-analysis/node_modules/.bin/node', process.execPath),
    )
    return path
  }

  test.each(units)('%s is valid, without warnings of systemd', (name) => {
    // Ignores warnings about other units of the machine, which systemd-analyze also reports.
    const { output } = runTool(analyze!, 'verify', '--man=no', pathOf(name))
    expect(output.split('\n').filter((line) => line.includes('options-analysis'))).toEqual([])
  })

  test.each(units)('%s restricts the service: systemd’s exposure score is at most 2.0', (name) => {
    const { code, output } = runTool(analyze!, 'security', '--offline=true', '--threshold=20', pathOf(name))
    expect(code, output).toBe(0)
  })
})

/** The variables that a unit sets, for the port 8091. */
const variablesOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    [...textOf(name).matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, variable = '', value = '']) => [
      variable,
      value.replaceAll('%i', '8091'),
    ]),
  )

test.each([
  ['options-analysis.service', { dataDir: '%S/options-analysis', port: 8080 }],
  ['options-analysis@.service', { dataDir: '%S/options-analysis-8091', port: 8091, pepperFile: '%d/pepper' }],
])('%s sets only variables that the service knows', (name, expected) => {
  const { CONFIG_FILE: configFile, ...variables } = variablesOf(name)
  expect(configFile).toBe('%d/service.conf')
  expect(readEnvironment(variables)).toMatchObject(expected)
})

test('each credential that a variable names is loaded', () => {
  for (const name of units) {
    const loaded = [...textOf(name).matchAll(/^LoadCredential=(\w[\w.]*):/gm)].map(([, file]) => file)
    const named = Object.values(variablesOf(name)).flatMap((value) => /^%d\/(.*)$/.exec(value)?.[1] ?? [])
    expect(new Set(named)).toEqual(new Set(loaded))
  }
})

test('the units differ in what belongs to an instance only', () => {
  const settingsOf = (name: string) =>
    textOf(name)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
  const [single = [], template = []] = units.map(settingsOf)
  const differing = [
    ...single.filter((line) => !template.includes(line)),
    ...template.filter((line) => !single.includes(line)),
  ]
  expect(differing.filter((line) => !/%i|^Description=|^StateDirectory=|DATA_DIR|pepper/.test(line))).toEqual(
    [],
  )
})
