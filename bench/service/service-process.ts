/**
 * The service as a child process: simulated market, embedded store. Sends its port when it is ready
 * and idle.
 */
import { startService } from '#service/server/server.ts'
import { readEnvironment } from '#service/server/config/environment.ts'

const service = await startService(
  readEnvironment({ ...process.env, PORT: '0', DEMO_PORT: '0', MARKET: 'simulated' }),
  { log: process.env['BENCH_LOG'] ? console.error : () => {} },
)
for (;;) {
  const { status } = await fetch(`${service.url}/readyz`)
  if (status === 200) break
  await new Promise((resolve) => setTimeout(resolve, 100))
}
// Waits until the process is idle (less than 50 ms of CPU time in 500 ms), so that the work after the start is not
// measured.
for (let previous = process.cpuUsage(); ;) {
  await new Promise((resolve) => setTimeout(resolve, 500))
  const { user, system } = process.cpuUsage(previous)
  if (user + system < 50_000) break
  previous = process.cpuUsage()
}
process.once('SIGINT', () => process.exit())
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: (user + system) / 1e6 })
})
process.send?.({ port: service.port })
