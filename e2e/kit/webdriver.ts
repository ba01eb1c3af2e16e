/**
 * Drives WebKitGTK's MiniBrowser with the commands of W3C WebDriver that the tests need, over `fetch`, because
 * Playwright drives only its own WebKit builds. A driver process serves one session. Without a display, the browser
 * gets a virtual one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '#service/testing/free-ports.ts'
import { findWebKit } from './browsers.ts'

export type WebKit = {
  open: (url: string) => Promise<void>
  /** Runs a function body in the page, or in its nth frame; `await` is allowed. */
  run: <T>(body: string, frame?: number) => Promise<T>
  /** Runs `body` until it returns a truthy value, for 15 seconds. */
  until: <T>(body: string, frame?: number) => Promise<T>
  /** A real click on the first element of the frame that matches. */
  click: (css: string, frame?: number) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a virtual display, with the number that Xvfb reports. */
async function startDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
  })
  return { name: `:${number}`, process: child }
}

export async function startWebKit(): Promise<WebKit> {
  const installation = findWebKit()
  if (!installation)
    throw new Error('WebKitGTK or its driver is missing. Run `node e2e/kit/browsers.ts webkit`.')
  const { driver, browser } = installation
  const children: ChildProcess[] = []
  let display = process.env['DISPLAY']
  if (!display) {
    const virtualDisplay = await startDisplay()
    display = virtualDisplay.name
    children.push(virtualDisplay.process)
  }
  const port = await freePort()
  children.unshift(
    spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    }),
  )
  const driverUrl = `http://127.0.0.1:${port}`
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(driverUrl + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value).slice(0, 400)}`)
    return value
  }
  const deadline = Date.now() + 10_000
  while (!(await fetch(`${driverUrl}/status`).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not respond')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { sessionId } = (await send('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
    },
  })) as { sessionId: string }
  const session = `/session/${sessionId}`
  await send('POST', `${session}/timeouts`, { script: 15_000, pageLoad: 30_000 })
  // Wide enough for three panels side by side.
  await send('POST', `${session}/window/rect`, { width: 1440, height: 1000 })

  const switchToFrame = (frame: number | undefined) => send('POST', `${session}/frame`, { id: frame ?? null })
  const inFrame = async <T>(frame: number | undefined, action: () => Promise<T>): Promise<T> => {
    await switchToFrame(undefined)
    if (frame !== undefined) await switchToFrame(frame)
    return action()
  }
  const run: WebKit['run'] = <T>(body: string, frame?: number) =>
    inFrame(
      frame,
      () =>
        send('POST', `${session}/execute/async`, {
          script: `const done = arguments[arguments.length - 1]; (async () => { ${body} })().then(done, (e) => done('failed: ' + e))`,
          args: [],
        }) as Promise<T>,
    )

  return {
    open: async (url) => {
      await switchToFrame(undefined)
      await send('POST', `${session}/url`, { url })
    },
    run,
    async until<T>(body: string, frame?: number) {
      const deadline = Date.now() + 15_000
      for (;;) {
        // A frame that is being replaced cannot respond yet.
        const value = await run<T>(body, frame).catch((error: unknown) => {
          if (Date.now() > deadline) throw error
          return undefined
        })
        if (value) return value
        if (Date.now() > deadline)
          throw new Error(`this script returned no truthy value in WebKit within 15 s: ${body}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    click: (css, frame) =>
      inFrame(frame, async () => {
        const element = (await send('POST', `${session}/element`, {
          using: 'css selector',
          value: css,
        })) as Record<string, string>
        await send('POST', `${session}/element/${Object.values(element)[0]}/click`, {})
      }),
    async stop() {
      await send('DELETE', session).catch(() => undefined)
      for (const child of children) child.kill()
    },
  }
}
