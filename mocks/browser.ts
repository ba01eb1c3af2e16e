/**
 * Connects this page to a scenario's service instead of the network.
 *
 * Intercepts in the page, not in a service worker: a worker serves all pages of an origin and
 * unregisters with the last one. If unregistering takes too long, the next page still uses the
 * worker, and its requests reach the development server, which does not have the service's routes.
 */
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { WebSocketInterceptor } from '@mswjs/interceptors/WebSocket'
import { defineNetwork, InterceptorSource } from 'msw/experimental'
import { createHandlers } from './handlers.ts'
import type { Stop } from '#service/shared/stop.ts'
import type { ScenarioName } from './scenarios.ts'
import { openMockEnvironment } from './mock-environment.ts'

type Interceptors = ConstructorParameters<typeof InterceptorSource>[0]['interceptors']

/**
 * Routes all requests and sockets of this page to a scenario's mock environment. Returns a function
 * that restores the network.
 */
export async function startMocks(scenario: ScenarioName): Promise<Stop> {
  const environment = await openMockEnvironment(scenario, { origin: location.origin })
  environment.onCut(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true })
    dispatchEvent(new Event('offline'))
  })
  const interceptors = [new FetchInterceptor(), new WebSocketInterceptor()] as Interceptors
  const network = defineNetwork({
    sources: [new InterceptorSource({ interceptors })],
    handlers: createHandlers(environment, location.origin),
    context: { quiet: true },
  })
  network.enable()
  return () => {
    network.disable()
    environment.stop()
  }
}
