/**
 * The document's single script: runs the bootstrap immediately, then the app. Evaluating the app's code, which
 * the document has prefetched, takes time. On a fast connection that would delay the session, so evaluation
 * waits until all requests are sent.
 */
import { makeError } from './bridge/handshake.ts'
import { handshake, requestsSent, takePreSession } from './boot/session/bootstrap.ts'

/**
 * Maximum delay of the app, milliseconds. On a slower connection its code arrives after the
 * requests are sent.
 */
const maxWaitMs = 60

const timeout = new Promise<void>((resolve) => setTimeout(resolve, maxWaitMs))
Promise.race([requestsSent, timeout])
  .then(() => import('./main.tsx'))
  .then(({ run }) => run(handshake, takePreSession), reportMissingApp)

/** The app's code failed to load. Reloads when the browser is online again. */
function reportMissingApp(): void {
  handshake?.send(makeError('NETWORK', 'the app’s script could not be loaded'))
  document.body.textContent = 'ERROR NETWORK'
  addEventListener('online', () => location.reload())
}
