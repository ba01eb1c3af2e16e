/**
 * Starts the whole app with all optional parts, in the page of a test, with the workbench's `calm`
 * environment.
 */
import '#app/ui/base.css'
import { expect, vi } from 'vitest'
import { readPageOptions } from '#contract/bridge/options.ts'
import { startApp } from '#app/boot/start.tsx'
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { useLive } from '#app/state/live.ts'
import { makeFakeTransport } from '#app/testing/fake-transport.ts'
import { mockApiKey, openMockEnvironment, type MockEnvironment } from './mock-environment.ts'

/** A Friday morning in New York. The simulated prices depend on the time, so it is fixed. */
const startTime = '2026-11-20T15:30:00Z'

/** Returns a WebSocket class that is connected to the environment's feed. */
function webSocketClassFor(environment: MockEnvironment) {
  return class {
    onopen?: () => void
    onmessage?: (message: { data: string }) => void
    onclose?: (close: { code: number }) => void
    readonly #feed = environment.connect({
      send: (data) => queueMicrotask(() => this.onmessage?.({ data })),
      close: (code) => queueMicrotask(() => this.onclose?.({ code })),
    })
    constructor() {
      queueMicrotask(() => this.onopen?.())
    }
    send(text: string): void {
      this.#feed?.receive(text)
    }
    close(): void {
      this.#feed?.onClose()
    }
  }
}

/** Starts the app with this state; resolves to a stop function once all panels are displayed and the feed is live. */
export async function openWholeApp(app: AppState, locale: string): Promise<() => void> {
  const environment = await openMockEnvironment('calm', {
    origin: location.origin,
    clock: () => new Date(startTime),
    symbols: 24,
  })
  vi.stubGlobal('WebSocket', webSocketClassFor(environment))
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    environment.fetch(new Request(new URL(input, location.origin), init)),
  )
  window.name = 'whole00123456789abcdef'
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  const [options] = readPageOptions({
    widgetType: 'pro',
    destinationId: 'x',
    apiKey: await mockApiKey(),
    userId: 'user-1',
    locale,
    showSupportButtons: true,
    showDisclaimer: true,
    showBusinessInquiries: true,
    showSocialButtons: true,
    showNewsTab: true,
  })
  const { open, post: postToApp } = makeFakeTransport(location.origin)
  const stop = await startApp({ root, open, state: app })
  postToApp({ type: 'start', widgetType: 'pro', options, canRenew: false, loader: '' })
  await vi.waitFor(
    () => {
      expect(useHost.of(app).getState()).toMatchObject({ phase: 'ready', problem: null })
      expect(useLive.of(app).getState()).toMatchObject({ connection: 'live', stale: false })
      for (const part of ['.how-card', '.why-marks', '.header-links'])
        expect(document.querySelector(part), part).not.toBeNull()
    },
    { timeout: 30_000 },
  )
  return () => {
    stop()
    root.remove()
    environment.stop()
    vi.unstubAllGlobals()
  }
}
