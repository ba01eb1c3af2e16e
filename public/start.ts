/**
 * `npm start`: builds what is missing, then runs the service and the demo partner's site in one process and
 * prints their addresses and what data the demo shows.
 */
import { ensureBuild } from './fresh-build.ts'
import { startDemo } from './server.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { readEnvironment } from '#service/server/config/environment.ts'
import { failStart, stopOnSignal } from '#service/server/process-exit.ts'
import { startService } from '#service/server/server.ts'
import { jsonLog } from '#service/shared/log.ts'

try {
  const environment = readEnvironment(process.env)
  if (environment.databaseUrl !== null)
    throw new EnvironmentError(
      'npm start runs the demo, whose account exists only in the embedded store: unset DATABASE_URL, or start service/main.ts.',
    )
  await ensureBuild((line) => process.stdout.write(`${line}\n`)).catch((error: Error) => {
    throw new EnvironmentError(error.message)
  })
  // The addresses and the demo's data go to stdout, warnings and errors to stderr.
  const log = jsonLog((line) => process.stderr.write(`${line}\n`), Date.now)
  const service = await startService(environment, {
    createsRecordKey: true,
    log: (level, event, fields) => {
      if (level !== 'info') log(level, event, fields)
    },
  })
  const demo = await startDemo({
    port: environment.demoPort,
    host: environment.host,
    serviceUrl: service.url,
    credentials: service.demo!,
  }).catch(async (error: NodeJS.ErrnoException) => {
    await service.stop()
    const reason =
      error.code === 'EADDRINUSE' ? 'the port is taken; set DEMO_PORT to another one' : error.message
    throw new EnvironmentError(`Cannot serve the demo at port ${environment.demoPort}: ${reason}.`)
  })
  await service.whitelistDemoSite(Number(new URL(demo.url).port))
  stopOnSignal(async () => {
    await demo.stop()
    await service.stop()
  })
  const demoData = await service.demoDataText()
  process.stdout.write(`Service       ${service.url}\nDemo partner  ${demo.url}\nDemo data     ${demoData}\n`)
} catch (error) {
  failStart(error)
}
