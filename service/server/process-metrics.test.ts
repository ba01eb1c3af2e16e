import { openSync, closeSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { watchProcess } from './process-metrics.ts'

const watch = watchProcess()
afterEach(() => watch.stop())

test('reports the event-loop delay since the last reading', async () => {
  const readMaxLag = () => watch.read().nodejs_eventloop_lag_max_seconds ?? 0
  const waitShortly = () => new Promise((resolve) => setTimeout(resolve, 30))
  const cpuBefore = watch.read().process_cpu_seconds_total!
  let lagSeconds = 0
  while (lagSeconds < 0.1) {
    await waitShortly()
    const busyUntil = performance.now() + 150
    while (performance.now() < busyUntil);
    await waitShortly()
    lagSeconds = readMaxLag()
  }
  expect(watch.read().process_cpu_seconds_total).toBeGreaterThan(cpuBefore)
  // Each reading covers the time since the previous one.
  while (lagSeconds > 0.1) {
    await waitShortly()
    lagSeconds = readMaxLag()
  }
})

test.skipIf(process.platform !== 'linux')('counts open descriptors (Linux only)', () => {
  const countBefore = watch.read().process_open_fds!
  const fds = Array.from({ length: 20 }, () => openSync('/dev/null', 'r'))
  const countWhileOpen = watch.read().process_open_fds!
  for (const fd of fds) closeSync(fd)
  expect(countWhileOpen - countBefore).toBeGreaterThan(15)
  expect(watch.read().process_max_fds).toBeGreaterThan(countWhileOpen)
})
