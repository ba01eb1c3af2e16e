/** Entry point of the service without the demo: `node service/main.ts`. `npm start` runs both. */
import { readEnvironment } from './server/config/environment.ts'
import { failStart, stopOnSignal } from './server/process-exit.ts'
import { startService } from './server/server.ts'

try {
  const service = await startService(readEnvironment(process.env))
  stopOnSignal(() => service.stop())
} catch (error) {
  failStart(error)
}
