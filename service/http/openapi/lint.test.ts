/**
 * Lints the document with the recommended rules, which also validate every example against its
 * schema.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'

const linter = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
const noHosts = { gateway: null, legacy: null, widget: null }
const ownHosts = { gateway: 'api.service.test', legacy: 'legacy.service.test', widget: 'widget.service.test' }

test.each([
  ['without hosts', { protocol: 'http:', hosts: noHosts }],
  ['for configured hosts', { protocol: 'http:', hosts: ownHosts }],
])('has no error and no warning %s', { timeout: 60_000 }, async (_, addresses) => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApi('1.2.3', addresses)))
    const flags = ['lint', '--extends', 'recommended', '--format', 'json', 'openapi.json']
    const output = await new Promise<string>((resolve) => {
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
      // Ignores the exit code, because the output lists the errors.
      execFile(process.execPath, [linter, ...flags], { cwd: folder, env }, (_, stdout, stderr) =>
        resolve(stdout || stderr),
      )
    })
    const { totals, problems } = JSON.parse(output) as { totals: object; problems: { message: string }[] }
    expect(problems.map(({ message }) => message)).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
