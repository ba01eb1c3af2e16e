/** The whole app with every option shown, in the page of a test, over the workbench's calm world. */
import '#app/app.css'
import { expect, vi } from 'vitest'
import { readPageOptions } from '#contract/options.ts'
import { startApp } from '#app/start.tsx'
import { useHost } from '#app/state/host.ts'
import { mockApiKey, openWorld } from '#mocks/world.ts'

/** A Friday morning in New York. The prices of the made-up market are those of a moment, so the moment is said. */
const opening = '2026-11-20T15:30:00Z'

/** Resolves when all three panels are there, to what ends it. */
export async function openWholeApp(locale: string, at = opening): Promise<() => void> {
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
      send() {}
    },
  )
  const world = await openWorld('calm', { origin: location.origin, clock: () => new Date(at), symbols: 24 })
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    world.fetch(new Request(new URL(input, location.origin), init)),
  )
  window.name = 'whole00123456789abcdef'
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  const [options] = readPageOptions({
    widgetType: 'pro',
    destinationId: 'x',
    apiKey: await mockApiKey(),
    userId: 'nobody',
    locale,
    showSupportButtons: true,
    showDisclaimer: true,
    showBusinessInquiries: true,
    showSocialButtons: true,
    showNewsTab: true,
  })
  const stop = await startApp({ widgetType: 'pro', options })
  await vi.waitFor(
    () => {
      expect(useHost.getState()).toMatchObject({ phase: 'ready', problem: null })
      for (const part of ['.how-card', '.why-marks', '.header-links'])
        expect(document.querySelector(part), part).not.toBeNull()
    },
    { timeout: 30_000 },
  )
  return () => {
    stop()
    root.remove()
    world.stop()
    vi.unstubAllGlobals()
  }
}
