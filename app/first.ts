/**
 * The document's one script: the first script at once, and the app behind it. The app's code, which the document has
 * fetched meanwhile, runs for some time; on a quick line that would hold up the session, so it waits until all is asked.
 */
import { makeError } from './bridge/handshake.ts'
import { asked, handshake, takeOpening } from './boot/session/bootstrap.ts'

/** Milliseconds. On a line where asking takes longer, the app's code takes its own time to come. */
const patience = 60

const late = new Promise<void>((done) => setTimeout(done, patience))
Promise.race([asked, late])
  .then(() => import('./main.tsx'))
  .then(({ run }) => run(handshake, takeOpening), missApp)

/** The app's code did not come: without it nobody will ever listen. */
function missApp(): void {
  handshake?.say(makeError('NETWORK', 'the script did not come'))
  document.body.textContent = 'ERROR NETWORK'
  addEventListener('online', () => location.reload())
}
