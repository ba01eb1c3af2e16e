/**
 * Every start command limits the size of V8's young generation, which the memory figures in
 * docs/operating.md assume. The limit must be an argument of Node: V8 lays out the heap before the
 * service's code runs, and ignores later settings.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const flag = '--max-semi-space-size=16'
const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test.each([
  ['npm start', (JSON.parse(textOf('package.json')) as { scripts: { start: string } }).scripts.start],
  [
    'the systemd unit',
    /^Environment=NODE_OPTIONS=(.*)$/m.exec(textOf('deploy/systemd/options-analysis.service'))?.[1],
  ],
  ['the container image', /^ENV NODE_OPTIONS=(.*)$/m.exec(textOf('deploy/container/Dockerfile'))?.[1]],
])('%s limits the young generation', (_, command) => expect(command).toContain(flag))

test('the start commands in docs/operating.md limit the young generation', () => {
  const commands = textOf('docs/operating.md').match(/^.*bin\/node .*service\/main\.ts$/gm) ?? []
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) expect(command).toContain(flag)
})
