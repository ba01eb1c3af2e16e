import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#service/testing/free-ports.ts'
import { lineSink } from './line-sink.ts'

/** Creates a sink that writes to `target`, which records the text and controls the outcome of each write. */
function createTestSink() {
  const heldWrites: (() => void)[] = []
  const target = {
    text: '',
    errorCode: '' as string,
    maxBytesPerWrite: Infinity,
    isHeld: false,
    release: () => heldWrites.shift()?.(),
  }
  const sink = lineSink(1, (_fd, bytes, callback) => {
    const performWrite = () => {
      if (target.errorCode)
        return callback(Object.assign(new Error(target.errorCode), { code: target.errorCode }), 0)
      const accepted = bytes.subarray(0, target.maxBytesPerWrite)
      target.text += accepted.toString()
      callback(null, accepted.length)
    }
    if (target.isHeld) heldWrites.push(performWrite)
    else setImmediate(performWrite)
  })
  return { target, sink }
}

test('writes whole lines in order, even with short writes', async () => {
  const { target, sink } = createTestSink()
  target.maxBytesPerWrite = 3
  for (const line of ['one', 'twelve', 'three']) sink.write(line)
  await sink.flushed()
  expect(target.text).toBe('one\ntwelve\nthree\n')
  expect(sink.dropped()).toBe(0)
})

test('drops and counts lines that cannot be written, and writes later ones', async () => {
  const { target, sink } = createTestSink()
  target.errorCode = 'ENOSPC'
  sink.write('one')
  sink.write('two')
  await sink.flushed()
  target.errorCode = ''
  sink.write('three')
  await sink.flushed()
  expect([sink.dropped(), target.text]).toEqual([2, 'three\n'])
})

test('retries while the reader accepts nothing', async () => {
  const { target, sink } = createTestSink()
  target.errorCode = 'EAGAIN'
  sink.write('one')
  setTimeout(() => (target.errorCode = ''), 20)
  await sink.flushed()
  expect([sink.dropped(), target.text]).toEqual([0, 'one\n'])
})

test('a reader that stops neither fills memory nor delays the shutdown', async () => {
  const { target, sink } = createTestSink()
  target.isHeld = true
  const line = 'x'.repeat(999)
  for (let count = 0; count < 3001; count += 1) sink.write(line)
  expect(sink.dropped()).toBe(2000)
  await sink.flushed()
  expect(target.text).toBe('')
})

/** Starts the service as a process that logs to `stdout`. */
async function startServiceProcess(
  stdout: number | 'pipe',
): Promise<{ url: string; exited: Promise<unknown>; closeStdout: () => void }> {
  const dataDir = mkdtempSync(`${tmpdir()}/log-`)
  const port = await freePort()
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
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const healthStatus = async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.status
  await Promise.race([
    expect.poll(healthStatus, { timeout: 30_000 }).toBe(200),
    exited.then((code) => expect.unreachable(`the service ended with ${String(code)} before it was healthy`)),
  ])
  return {
    url,
    exited,
    closeStdout: () => child.stdout?.destroy(),
  }
}

const readDroppedCount = async (url: string) =>
  Number(/^service_log_lines_dropped_total (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])
/** Sends a request whose credential is refused, which is logged. */
const sendRefusedRequest = (url: string) =>
  fetch(`${url}/Token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ apiKey: 'pk_nobody', userId: 'u' }),
  })

test('the service survives a full disk, and reports the lost lines', async () => {
  const { url } = await startServiceProcess(openSync('/dev/full', 'w'))
  await sendRefusedRequest(url)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await readDroppedCount(url)).toBeGreaterThan(0)
})

test('the service survives the death of its log reader', async () => {
  const { url, closeStdout } = await startServiceProcess('pipe')
  closeStdout()
  await expect
    .poll(async () => {
      await sendRefusedRequest(url)
      return readDroppedCount(url)
    })
    .toBeGreaterThan(0)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})
