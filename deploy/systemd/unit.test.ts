import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnvironment } from '#service/server/config/environment.ts'
import { needs, runTool, toolNamed } from '../tools.fixture.ts'

const unit = readFileSync(new URL('options-analysis.service', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'unit-'))
afterAll(() => rmSync(folder, { recursive: true }))

const analyze = toolNamed('systemd-analyze')
describe.skipIf(!analyze)(`the unit (${needs('systemd-analyze')})`, () => {
  // The product is not installed in /opt: replaces the path of Node.
  const path = join(folder, 'options-analysis.service')
  writeFileSync(path, unit.replace('/opt/options-analysis/node_modules/.bin/node', process.execPath))

  test('is valid for systemd without warnings', () => {
    // systemd-analyze also reports the machine's other units, which are not part of this test.
    const { output } = runTool(analyze!, 'verify', '--man=no', path)
    expect(output.split('\n').filter((line) => line.includes('options-analysis'))).toEqual([])
  })

  test('restricts the service: systemd’s exposure score is low', () => {
    const { code, output } = runTool(analyze!, 'security', '--offline=true', '--threshold=20', path)
    expect(code, output).toBe(0)
  })
})

test('sets known variables only', () => {
  const given = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const { CONFIG_FILE: file, ...others } = Object.fromEntries(given) as Record<string, string>
  expect(file).toBe('%d/service.conf')
  expect(readEnvironment(others).dataDir).toBe('%S/options-analysis')
})
