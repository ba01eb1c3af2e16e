/** A visit in an app's web view: no page is in between, and native code has a one-time token ready (docs/mobile.md). */
import { framePath } from '#contract/api/paths.ts'
import { newAuthToken } from '#e2e/kit/doors.ts'
import { barePath } from './bare.ts'
import type { LineName } from './line/lines.ts'
import { type Embed, type Kind, type Stage, type Visit, watchContext } from './visit.ts'

/**
 * An iOS shell that answers `hello` with `start` at once. Runs in the page; it is serialised, so it must be
 * self-contained.
 */
function injectShell(options: object): void {
  const tell = (message: object) =>
    window.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  const postMessage = (text: string) => {
    const { type } = JSON.parse(text) as { type: string }
    // Native code is another process: it never answers before the call has returned.
    if (type === 'hello') setTimeout(tell, 0, { type: 'start', options })
  }
  Object.assign(window, { webkit: { messageHandlers: { serviceWidget: { postMessage } } } })
}

/** Counts from where the app opens the web view. */
export async function visitNative(stage: Stage, kind: Kind, embed: Embed, line: LineName): Promise<Visit> {
  const { browser, site, proxy } = stage
  const context = await browser.newContext({
    viewport: { width: embed.width, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
  })
  try {
    const { told } = await watchContext(context, kind, embed)
    await context.addInitScript(injectShell, { authToken: await newAuthToken(site), userId: 'reader-1' })
    const page = await context.newPage()
    await proxy.take(line)
    const path = kind === 'bare' ? barePath : framePath
    await page.goto(`${proxy.origin(line)}${path}?toplevel=1&type=${embed.widgetType}&theme=light&locale=en`)
    const frame = await told
    return { begunAt: frame.begunAt, first: embed.moments[0], frame, seen: await proxy.take(line) }
  } finally {
    await context.close()
  }
}
