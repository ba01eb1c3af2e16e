/**
 * The page in the frame, as in production but for where its data comes from. As there, the first script waits for
 * nothing: while the world is being made the loader hears that the frame is there.
 */
import { handshake } from '#app/first.ts'
import { scenarioNamed } from './scenarios.ts'

const [{ startMocks }, { startApp }, { openPort }] = await Promise.all([
  import('./browser.ts'),
  import('#app/boot/start.tsx'),
  import('#app/bridge/bridge.ts'),
])
const asked = new URLSearchParams(window.parent.location.hash.slice(1)).get('scenario')
await startMocks(scenarioNamed(asked))
await startApp({ open: handshake && openPort(handshake) })
