import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnvironment } from '#service/server/config/environment.ts'
import { requirementText, runTool, findTool } from '../tools.fixture.ts'

const unit = readFileSync(new URL('options-analysis.service', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'unit-'))
afterAll(() => rmSync(folder, { recursive: true }))

const analyze = findTool('systemd-analyze')
describe.skipIf(!analyze)(`the unit (${requirementText('systemd-analyze')})`, () => {
  // Replaces the path of Node, because the product is not installed in /opt.
  const path = join(folder, 'options-analysis.service')
  writeFileSync(path, unit.replace('/opt/options-analysis/node_modules/.bin/node', process.execPath))

  test('is valid, without warnings of systemd', () => {
    // Ignores warnings about other units of the machine, which systemd-analyze also reports.
    const { output } = runTool(analyze!, 'verify', '--man=no', path)
    expect(output.split('\n').filter((line) => line.includes('options-analysis'))).toEqual([])
  })

  test('restricts the service: systemd’s exposure score is at most 2.0', () => {
    const { code, output } = runTool(analyze!, 'security', '--offline=true', '--threshold=20', path)
    expect(code, output).toBe(0)
  })
})

test('the unit sets only variables that the service knows', () => {
  const variables = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const { CONFIG_FILE: configFile, ...otherVariables } = Object.fromEntries(variables) as Record<
    string,
    string
  >
  expect(configFile).toBe('%d/service.conf')
  expect(readEnvironment(otherVariables).dataDir).toBe('%S/options-analysis')
})
