import { openSync, closeSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { watchProcess } from './process-metrics.ts'

const watch = watchProcess()
afterEach(() => watch.stop())

test('reports the event-loop delay since the last reading', async () => {
  const longest = () => watch.read().nodejs_eventloop_lag_max_seconds ?? 0
  const turns = () => new Promise((done) => setTimeout(done, 30))
  const before = watch.read().process_cpu_seconds_total!
  let seen = 0
  while (seen < 0.1) {
    await turns()
    const busyUntil = performance.now() + 150
    while (performance.now() < busyUntil);
    await turns()
    seen = longest()
  }
  expect(watch.read().process_cpu_seconds_total).toBeGreaterThan(before)
  // Each reading covers the time since the previous one.
  while (seen > 0.1) {
    await turns()
    seen = longest()
  }
})

test.skipIf(process.platform !== 'linux')('counts open descriptors (Linux only)', () => {
  const before = watch.read().process_open_fds!
  const fds = Array.from({ length: 20 }, () => openSync('/dev/null', 'r'))
  const during = watch.read().process_open_fds!
  for (const fd of fds) closeSync(fd)
  expect(during - before).toBeGreaterThan(15)
  expect(watch.read().process_max_fds).toBeGreaterThan(during)
})
