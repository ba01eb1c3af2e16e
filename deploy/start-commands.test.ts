/**
 * Every start command fixes the size of V8's young generation that memory planning assumes. It must be an
 * argument of Node: the heap is laid out before our code runs, and later settings have no effect.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const flag = '--max-semi-space-size=16'
const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test.each([
  ['npm start', (JSON.parse(textOf('package.json')) as { scripts: { start: string } }).scripts.start],
  [
    'the unit',
    /^Environment=NODE_OPTIONS=(.*)$/m.exec(textOf('deploy/systemd/options-analysis.service'))?.[1],
  ],
  ['the image', /^ENV NODE_OPTIONS=(.*)$/m.exec(textOf('deploy/container/Dockerfile'))?.[1]],
])('%s', (_, command) => expect(command).toContain(flag))

test('start commands in docs/operating.md', () => {
  const commands = textOf('docs/operating.md').match(/^.*bin\/node .*service\/main\.ts$/gm) ?? []
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) expect(command).toContain(flag)
})
