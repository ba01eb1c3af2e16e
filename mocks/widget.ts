/**
 * The frame's script, as in production except for the mock service. The bootstrap script runs
 * immediately: the loader receives hello while the mock service is being created, and requests are
 * delayed until it is ready.
 */
import { releaseRequests } from './hold-requests.ts'
import { handshake, takePreSession } from '#app/boot/session/bootstrap.ts'
import { scenarioNamed } from './scenarios.ts'

const [{ startMocks }, { startApp }, { transportOf }] = await Promise.all([
  import('./browser.ts'),
  import('#app/boot/start.tsx'),
  import('#app/bridge/bridge.ts'),
])
const scenario = new URLSearchParams(window.parent.location.hash.slice(1)).get('scenario')
await startMocks(scenarioNamed(scenario))
releaseRequests()
await startApp({ open: handshake && transportOf(handshake), takePreSession })
