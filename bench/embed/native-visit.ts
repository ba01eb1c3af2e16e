/**
 * A visit in an app's web view: without a partner's page, and with a one-time token from native
 * code (docs/mobile.md).
 */
import { framePath } from '#contract/api/paths.ts'
import { newAuthToken } from '#e2e/kit/doors.ts'
import { barePath } from './bare.ts'
import type { LineName } from './line/lines.ts'
import { type BenchEnvironment, type Embed, type EmbedKind, observeContext, type Visit } from './visit.ts'

/**
 * Installs the bridge of an iOS app, which sends `start` in reply to `hello`. Runs in the page; it
 * is serialised, so it must be self-contained.
 */
function injectShell(options: object): void {
  const dispatch = (message: object) =>
    window.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  const postMessage = (text: string) => {
    const { type } = JSON.parse(text) as { type: string }
    // Replies asynchronously, like native code, which is another process.
    if (type === 'hello') setTimeout(dispatch, 0, { type: 'start', options })
  }
  Object.assign(window, { webkit: { messageHandlers: { serviceWidget: { postMessage } } } })
}

/** Opens the widget in a web view. Times count from the opening. */
export async function visitNative(
  environment: BenchEnvironment,
  kind: EmbedKind,
  embed: Embed,
  line: LineName,
): Promise<Visit> {
  const { browser, site, proxy } = environment
  const context = await browser.newContext({
    viewport: { width: embed.width, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
  })
  try {
    const { frameReport } = await observeContext(context, kind, embed)
    await context.addInitScript(injectShell, { authToken: await newAuthToken(site), userId: 'reader-1' })
    const page = await context.newPage()
    await proxy.takeTraffic(line)
    const path = kind === 'bare' ? barePath : framePath
    await page.goto(`${proxy.origin(line)}${path}?toplevel=1&type=${embed.widgetType}&theme=light&locale=en`)
    const frame = await frameReport
    return {
      startedAt: frame.startedAt,
      firstMilestone: embed.milestones[0],
      frame,
      lineTraffic: await proxy.takeTraffic(line),
    }
  } finally {
    await context.close()
  }
}
