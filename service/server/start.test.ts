/** `npm start` as a process: its output, and its shutdown on a signal. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'

test('SIGTERM to npm ends the service and the demo within 5 s, cleanly', { timeout: 90_000 }, async () => {
  const dataDir = mkdtempSync(`${tmpdir()}/start-`)
  const npm = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, PORT: '0', DEMO_PORT: '0', DATA_DIR: dataDir },
    // A separate process group, so that nothing is left behind if the test fails.
    detached: true,
  })
  onTestFinished(() => {
    try {
      process.kill(-npm.pid!, 'SIGKILL')
    } catch {
      // The process has already ended, as expected.
    }
    rmSync(dataDir, { recursive: true, force: true })
  })
  let printed = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const addresses = () =>
    [...printed.matchAll(/^(?:Service|Demo partner) +(http:\S+)$/gm)].map(([, url]) => url!)
  await vi.waitFor(() => expect(addresses(), printed).toHaveLength(2), { timeout: 80_000, interval: 100 })
  for (const url of addresses()) expect((await fetch(new URL('/healthz', url))).status).toBeLessThan(500)

  const exitCode = new Promise<number | null>((resolve) => npm.once('exit', resolve))
  const startedAt = performance.now()
  npm.kill('SIGTERM')
  expect(await exitCode).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(5000)
  for (const url of addresses()) await expect(fetch(url)).rejects.toThrow()
})
