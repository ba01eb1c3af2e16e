/**
 * The document's single script: runs the bootstrap immediately, paints the ideas, then runs the app. Evaluating the
 * app's code, which the document has prefetched, takes time. On a fast connection that would delay the session and the
 * ideas, so evaluation waits until the ideas are painted. On a slower one it happens while their response is pending.
 */
import { wait } from './api/wait.ts'
import { makeError } from './bridge/handshake.ts'
import { canPaintIdeas, prepareIdeas } from './boot/first-ideas/paint-ideas.ts'
import { prefetchLaterFiles } from './boot/loading/prefetch.ts'
import { handshake, requestsSent, takePreSession } from './boot/session/bootstrap.ts'

/**
 * Maximum delay of the app by its session, milliseconds. On a slower connection its code arrives
 * after the requests are sent.
 */
const maxSessionMs = 250
/** Maximum delay of the app by the response with the ideas, milliseconds from its request. */
const maxResponseMs = 30

/** Resolves when the browser has painted what is in the document now. */
const nextPaint = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Paints the ideas as soon as their response arrives. Without them, React paints what there is to say. */
const ideasPainted = requestsSent.then(async (ideas) => {
  if (!ideas || !canPaintIdeas(ideas.options, ideas.view)) return
  const paint = prepareIdeas()
  const painted = ideas.response.then(({ body }) => {
    paint(body, ideas.symbol, ideas.hidesAnnualized)
    return nextPaint()
  })
  await Promise.race([painted, wait(maxResponseMs)])
})

Promise.race([ideasPainted.catch(() => undefined), wait(maxSessionMs)])
  .then(() => {
    prefetchLaterFiles()
    return import('./main.tsx')
  })
  .then(({ run }) => run(handshake, takePreSession), reportMissingApp)

/** The app's code failed to load. Reloads when the browser is online again. */
function reportMissingApp(): void {
  handshake?.send(makeError('NETWORK', 'the app could not be loaded'))
  document.body.textContent = 'ERROR NETWORK'
  addEventListener('online', () => location.reload())
}
