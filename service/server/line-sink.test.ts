import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { lineSink } from './line-sink.ts'

/** Creates a target with the written text, and settings for the outcome of the next writes. */
function createTarget() {
  const heldWrites: (() => void)[] = []
  const target = {
    text: '',
    fails: '' as string,
    atMost: Infinity,
    isHeld: false,
    release: () => heldWrites.shift()?.(),
  }
  const sink = lineSink(1, (_fd, bytes, callback) => {
    const performWrite = () => {
      if (target.fails) return callback(Object.assign(new Error(target.fails), { code: target.fails }), 0)
      const accepted = bytes.subarray(0, target.atMost)
      target.text += accepted.toString()
      callback(null, accepted.length)
    }
    if (target.isHeld) heldWrites.push(performWrite)
    else setImmediate(performWrite)
  })
  return { at: target, sink }
}

test('writes whole lines in order, even with short writes', async () => {
  const { at: target, sink } = createTarget()
  target.atMost = 3
  for (const line of ['one', 'twelve', 'three']) sink.write(line)
  await sink.flushed()
  expect(target.text).toBe('one\ntwelve\nthree\n')
  expect(sink.dropped()).toBe(0)
})

test('drops and counts lines that cannot be written, and writes later ones', async () => {
  const { at: target, sink } = createTarget()
  target.fails = 'ENOSPC'
  sink.write('one')
  sink.write('two')
  await sink.flushed()
  target.fails = ''
  sink.write('three')
  await sink.flushed()
  expect([sink.dropped(), target.text]).toEqual([2, 'three\n'])
})

test('retries if the reader pauses', async () => {
  const { at: target, sink } = createTarget()
  target.fails = 'EAGAIN'
  sink.write('one')
  setTimeout(() => (target.fails = ''), 20)
  await sink.flushed()
  expect([sink.dropped(), target.text]).toEqual([0, 'one\n'])
})

test('a reader that stops neither fills memory nor delays the shutdown', async () => {
  const { at: target, sink } = createTarget()
  target.isHeld = true
  const line = 'x'.repeat(999)
  for (let count = 0; count < 3001; count += 1) sink.write(line)
  expect(sink.dropped()).toBe(2000)
  await sink.flushed()
  expect(target.text).toBe('')
})

/** Starts the service with its log on this stdout. */
async function serviceWith(
  stdout: number | 'pipe',
): Promise<{ url: string; exited: Promise<unknown>; cut: () => void }> {
  const dataDir = mkdtempSync(`${tmpdir()}/log-`)
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const child = spawn(process.execPath, ['service/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', stdout, 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  const url = `http://localhost:${port}`
  const alive = async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.status
  await expect.poll(alive, { timeout: 30_000 }).toBe(200)
  return {
    url,
    exited: new Promise((resolve) => child.once('exit', resolve)),
    cut: () => child.stdout?.destroy(),
  }
}

const droppedAt = async (url: string) =>
  Number(/^service_log_lines_dropped_total (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])
/** Sends a request whose credential is refused, which is logged. */
const refuse = (url: string) =>
  fetch(`${url}/Token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ apiKey: 'pk_nobody', userId: 'u' }),
  })

test('the service survives a full disk, and reports the lost lines', async () => {
  const { url } = await serviceWith(openSync('/dev/full', 'w'))
  await refuse(url)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await droppedAt(url)).toBeGreaterThan(0)
})

test('the service survives the death of its log reader', async () => {
  const { url, cut } = await serviceWith('pipe')
  cut()
  await expect
    .poll(async () => {
      await refuse(url)
      return droppedAt(url)
    })
    .toBeGreaterThan(0)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})
