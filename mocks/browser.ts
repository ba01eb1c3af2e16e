/**
 * Connects this page to a scenario's service instead of the network.
 *
 * In the page itself, not in a service worker: one worker serves all pages of an origin and unregisters with
 * the last of them. If that is slow, the next page still finds it, and its requests end at the development
 * server, which has none of the routes.
 */
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { WebSocketInterceptor } from '@mswjs/interceptors/WebSocket'
import { defineNetwork, InterceptorSource } from 'msw/experimental'
import { handlersOf } from './handlers.ts'
import type { Stop } from '#service/shared/stop.ts'
import type { ScenarioName } from './scenarios.ts'
import { openWorld } from './world.ts'

type Interceptors = ConstructorParameters<typeof InterceptorSource>[0]['interceptors']

/** Returns once every request and socket of this page goes to the scenario's world; the result undoes that. */
export async function startMocks(scenario: ScenarioName): Promise<Stop> {
  const world = await openWorld(scenario, { origin: location.origin })
  world.onCut(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true })
    dispatchEvent(new Event('offline'))
  })
  const interceptors = [new FetchInterceptor(), new WebSocketInterceptor()] as Interceptors
  const network = defineNetwork({
    sources: [new InterceptorSource({ interceptors })],
    handlers: handlersOf(world, location.origin),
    context: { quiet: true },
  })
  network.enable()
  return () => {
    network.disable()
    world.stop()
  }
}
