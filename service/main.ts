/** Entry point of the service alone: `node service/main.ts`. `npm start` runs it together with the demo. */
import { readEnvironment } from './server/config/environment.ts'
import { failStart, stopOnSignal } from './server/process-exit.ts'
import { startService } from './server/server.ts'

try {
  const service = await startService(readEnvironment(process.env))
  stopOnSignal(() => service.stop())
} catch (error) {
  failStart(error)
}
