/**
 * Starts the whole app with all optional parts, in the page of a test, with the workbench's `calm`
 * environment.
 */
import '#app/ui/base.css'
import { expect, vi } from 'vitest'
import { readPageOptions } from '#contract/bridge/options/options.ts'
import { startApp } from '#app/boot/start.tsx'
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { useLive } from '#app/state/live.ts'
import { type FakeTransport, makeFakeTransport } from '#app/testing/fake-transport.ts'
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
      void this.#feed?.receive(text)
    }
    close(): void {
      this.#feed?.onClose()
    }
  }
}

/** Connects requests and sockets of the page to a new environment. Returns a function that disconnects them. */
export async function connectEnvironment(): Promise<() => void> {
  const environment = await openMockEnvironment('calm', {
    origin: location.origin,
    clock: () => new Date(startTime),
    symbols: 24,
  })
  vi.stubGlobal('WebSocket', webSocketClassFor(environment))
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    environment.fetch(new Request(new URL(input, location.origin), init)),
  )
  return () => {
    environment.stop()
    vi.unstubAllGlobals()
  }
}

/** A widget that is being started: the messages that it has sent, and a function that removes it. */
export type StartedApp = { sent: FakeTransport['sent']; stop: () => void }

/** Starts the app with this state and these options of the page, and waits until the quotes are live. */
export async function startWholeApp(app: AppState, pageOptions: object): Promise<StartedApp> {
  window.name = 'whole00123456789abcdef'
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  const [options] = readPageOptions({
    widgetType: 'pro',
    destinationId: 'x',
    apiKey: await mockApiKey(),
    userId: 'user-1',
    ...pageOptions,
  })
  const { open, post: postToApp, sent } = makeFakeTransport(location.origin)
  const stop = await startApp({ root, open, state: app })
  postToApp({ type: 'start', widgetType: 'pro', options, canRenew: false, loader: '' })
  await vi.waitFor(
    () => {
      expect(useHost.of(app).getState()).toMatchObject({ phase: 'ready', problem: null })
      expect(useLive.of(app).getState()).toMatchObject({ connection: 'live', stale: false })
    },
    { timeout: 30_000 },
  )
  return {
    sent,
    stop() {
      stop()
      root.remove()
    },
  }
}

/** Starts the app with this state; resolves to a stop function once all panels are displayed and the feed is live. */
export async function openWholeApp(app: AppState, locale: string): Promise<() => void> {
  const disconnect = await connectEnvironment()
  const { stop } = await startWholeApp(app, {
    locale,
    showSupportButtons: true,
    showDisclaimer: true,
    showBusinessInquiries: true,
    showSocialButtons: true,
    showNewsTab: true,
  })
  await vi.waitFor(
    () => {
      for (const part of ['.how-card', '.why-marks', '.header-links'])
        expect(document.querySelector(part), part).not.toBeNull()
    },
    { timeout: 30_000 },
  )
  return () => {
    stop()
    disconnect()
  }
}
