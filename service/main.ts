/** The service by itself: `node service/main.ts`. `npm start` runs it beside the demo. */
import { readEnvironment } from './node/environment.ts'
import { failStart, stopOnSignal } from './node/process-end.ts'
import { startService } from './node/server.ts'

try {
  const service = await startService(readEnvironment(process.env))
  stopOnSignal(() => service.stop())
} catch (error) {
  failStart(error)
}
