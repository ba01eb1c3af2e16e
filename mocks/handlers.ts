/** MSW handlers for a mock environment: REST through `fetch`, the feed through `WebSocket`. */
import { http, passthrough, ws } from 'msw'
import { feedPath } from '#contract/api/paths.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import type { MockEnvironment } from './mock-environment.ts'

const servicePaths = new Set<string>([
  ...Object.values(accessRoutes).map((route) => route.path),
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/problems',
])

/** Whether a path is the service's. Everything else belongs to the development server. */
export const isServicePath = (path: string): boolean =>
  /^\/(api|problems)\//.test(path) || servicePaths.has(path)

/** Creates the handlers. The page and the service share one origin. */
export function createHandlers(environment: MockEnvironment, origin: string) {
  const feed = ws.link(`${origin.replace(/^http/, 'ws')}${feedPath}`)
  return [
    http.all('*', ({ request }) => {
      const { origin: target, pathname } = new URL(request.url)
      return target === origin && isServicePath(pathname) ? environment.fetch(request) : passthrough()
    }),
    feed.addEventListener('connection', ({ client }) => {
      const feedConnection = environment.connect({
        send: (text) => client.send(text),
        close: (code, reason) => client.close(code, reason),
      })
      if (!feedConnection) return client.close(1013, 'the scenario has no feed')
      client.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') void feedConnection.receive(data)
      })
      client.addEventListener('close', () => feedConnection.onClose())
    }),
  ]
}
