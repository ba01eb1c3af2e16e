/**
 * The document's single script: runs the bootstrap immediately, paints the ideas, then runs the app. Evaluating the
 * app's code, which the document has prefetched, takes time. If a response arrives earlier, that would delay the session and
 * the ideas, so evaluation waits until the ideas are painted. Otherwise it happens while a response is pending.
 */
import { makeError } from './bridge/handshake.ts'
import { canPaintIdeas, prepareIdeas } from './boot/first-ideas/paint-ideas.ts'
import { prefetchLaterFiles } from './boot/loading/prefetch.ts'
import { handshake, sessionRequested, takePreSession } from './boot/session/bootstrap.ts'

/** Maximum delay of the app before the session is requested, milliseconds: `warm` prepares the app, too. */
const maxIdleMs = 400
/** Maximum delay of the app afterwards, milliseconds. */
const maxDelayMs = 2000
/** A request that takes less time than preparing the painting, milliseconds. */
const shortRequestMs = 30
/** How many times as long as the preparation of the painting it takes to evaluate the app, on any processor. */
const evaluationFactor = 4

/** Resolves when the browser has painted what is in the document now. */
const nextPaint = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

let app: Promise<void> | undefined
/** Evaluates and runs the app, once. */
const startApp = () => {
  prefetchLaterFiles()
  app ??= import('./main.tsx').then(({ run }) => run(handshake, takePreSession), reportMissingApp)
}
const idleTimer = setTimeout(startApp, maxIdleMs)

/**
 * Prepares the painting of the ideas while the session is being opened, and paints them as soon as their response arrives.
 * Without them, React paints the explanation. The durations of the preparation and of the request before tell whether
 * a response takes longer than evaluating the app.
 */
sessionRequested
  .then(async (session) => {
    if (!session) return
    clearTimeout(idleTimer)
    setTimeout(startApp, maxDelayMs)
    const { tokenMs, options, view } = session
    // The session is opened before the preparation would end.
    if (tokenMs < shortRequestMs) await session.ideas
    const start = performance.now()
    const paint = canPaintIdeas(options, view) && prepareIdeas()
    const evaluationMs = evaluationFactor * (performance.now() - start)
    if (paint && tokenMs > 2 * evaluationMs) startApp()
    const ideas = await session.ideas
    if (!paint || !ideas) return
    const painted = ideas.response.then(({ body }) => {
      paint(body, ideas.symbol, ideas.hidesAnnualized)
      return nextPaint()
    })
    if (tokenMs < evaluationMs) await painted
  })
  .then(startApp, startApp)

/** The app's code failed to load. Reloads when the browser is online again. */
function reportMissingApp(): void {
  handshake?.send(makeError('NETWORK', 'the app could not be loaded'))
  document.body.textContent = 'ERROR NETWORK'
  addEventListener('online', () => location.reload())
}
