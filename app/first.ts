/**
 * The document's single script: runs the bootstrap immediately, paints the ideas or a contract, then runs the app. Evaluating the
 * app's code, which the document has prefetched, takes as long as a fast response, and waits until the ideas are painted.
 */
import { makeError } from './bridge/handshake.ts'
import { preparePainting } from './boot/first-content.ts'
import { prefetchLaterFiles } from './boot/loading/prefetch.ts'
import { handshake, sessionRequested, takePreSession } from './boot/session/bootstrap.ts'
import { recordInput } from './state/early-input.ts'

/** Maximum delay of the app before the session is requested, milliseconds: `warm` prepares the app, too. */
const maxIdleMs = 400
/** Maximum delay of the app afterwards, milliseconds. */
const maxDelayMs = 2000
/** Resolves when the browser has shown what is in the document now: the second frame begins after the first is shown. */
const nextPaint = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
  )

let app: Promise<void> | undefined
/** Evaluates and runs the app, once. */
const startApp = () => {
  prefetchLaterFiles()
  app ??= import('./main.tsx').then((app) => app.run(handshake, takePreSession), reportMissingApp)
}
const idleTimer = setTimeout(startApp, maxIdleMs)

/**
 * Prepares the painting of the first content while the session is being opened, and paints it when it arrives with it.
 * Further requests and code would delay that. What cannot be painted is left to React.
 */
sessionRequested
  .then(async (session) => {
    if (!session) return
    clearTimeout(idleTimer)
    setTimeout(startApp, maxDelayMs)
    // They use the wait for the session, and arrive after the ideas.
    if (session.isSlowLine) prefetchLaterFiles()
    const paint = await preparePainting(session)
    const content = paint && (await session.content)
    if (!content) return
    const { body } = await content.response
    const painted = paint(body, content)
    if (painted) {
      recordInput(painted)
      await nextPaint()
    }
    session.requestSymbol()
  })
  .then(startApp, startApp)

/** The app's code failed to load. Reloads when the browser is online again. */
function reportMissingApp(): void {
  handshake?.send(makeError('NETWORK', 'the app could not be loaded'))
  document.body.textContent = 'ERROR NETWORK'
  addEventListener('online', () => location.reload())
}
