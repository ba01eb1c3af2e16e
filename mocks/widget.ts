/**
 * The page in the frame, as in production but for where its data comes from. As there, the first script waits for
 * nothing: while the world is being made the loader hears that the frame is there, and what it asks waits for the world.
 */
import { releaseRequests } from './hold-requests.ts'
import { handshake, takeOpening } from '#app/boot/session/bootstrap.ts'
import { scenarioNamed } from './scenarios.ts'

const [{ startMocks }, { startApp }, { transportOf }] = await Promise.all([
  import('./browser.ts'),
  import('#app/boot/start.tsx'),
  import('#app/bridge/bridge.ts'),
])
const asked = new URLSearchParams(window.parent.location.hash.slice(1)).get('scenario')
await startMocks(scenarioNamed(asked))
releaseRequests()
await startApp({ open: handshake && transportOf(handshake), takeOpening })
