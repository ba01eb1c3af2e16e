/** A page with a single widget, at an origin of your choice, for tests without a page under test. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

/** Id of the element that the widget is in. */
export const destination = 'ideas'

/** The page's document. It loads the loader but no widget; the test does that. */
const documentOf = (service: string) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>A page with the widget</title>
  <style>body { margin: 0 }</style>
  <div id="${destination}"></div>
  <script src="${new URL('/widgetLoader', service).href}"></script>
</html>`

export type PartnerPage = {
  /** The origin to whitelist for the key flow. */
  readonly origin: string
  /** Navigates a Playwright page to it. */
  open: (page: Page) => Promise<void>
  stop: () => Promise<void>
}

/** Host names of this machine, which browsers treat as secure without https. */
const isLocal = ({ hostname }: URL) => /^(localhost|127\.0\.0\.1|.+\.localhost)$/.test(hostname)

/**
 * Starts serving the page. On a local origin it is a real server, because browsers block requests from an intercepted
 * page to a service on this machine. For any other origin the test intercepts the browser's request.
 *
 * @param origin `http://localhost:4173`; port 0 = any free port
 * @param offset added to a fixed port, so that parallel workers use different ports
 */
export async function startPartnerPage(
  service: string,
  origin: string,
  offset: number,
): Promise<PartnerPage> {
  const url = new URL(origin)
  if (!isLocal(url)) return interceptedPage(service, url.origin)
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(documentOf(service))
  })
  const port = Number(/:(\d+)/.exec(origin.slice(url.protocol.length))?.[1] ?? 80)
  await listen(server, port && port + offset)
  const address = `${url.protocol}//${url.hostname}:${(server.address() as AddressInfo).port}`
  return {
    origin: address,
    open: async (page) => void (await page.goto(address)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function interceptedPage(service: string, origin: string): PartnerPage {
  return {
    origin,
    async open(page) {
      await page.route(`${origin}/`, (route) =>
        route.fulfill({ contentType: 'text/html; charset=utf-8', body: documentOf(service) }),
      )
      await page.goto(`${origin}/`)
    },
    stop: () => Promise.resolve(),
  }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    // Without a host, `localhost` works with IPv4 and IPv6.
    server.listen(port, resolve)
  })
