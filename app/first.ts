/**
 * The document's single script: runs the bootstrap at once, then the app. Evaluating the app's code, which
 * the document has prefetched, takes time; on a fast line that would delay the session, so it waits until all
 * requests are sent.
 */
import { makeError } from './bridge/handshake.ts'
import { handshake, requestsSent, takePreSession } from './boot/session/bootstrap.ts'

/** Milliseconds. On a slower line the app's code arrives later than the requests are sent anyway. */
const longestWaitMs = 60

const late = new Promise<void>((done) => setTimeout(done, longestWaitMs))
Promise.race([requestsSent, late])
  .then(() => import('./main.tsx'))
  .then(({ run }) => run(handshake, takePreSession), missApp)

/** The app's code failed to load: nothing will ever listen. */
function missApp(): void {
  handshake?.say(makeError('NETWORK', 'the script did not come'))
  document.body.textContent = 'ERROR NETWORK'
  addEventListener('online', () => location.reload())
}
