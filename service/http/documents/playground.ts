/**
 * `/docs/playground/`: the demo's page on the service itself, to try every option and copy the code. What it may know it
 * asks as any page does: where the service is, and public keys.
 */
import { Problem } from '#contract/api/problem.ts'
import type { HandledRoute, RequestContext, Route } from '../route.ts'
import { sendFile } from './site-files.ts'
import type { SiteFiles } from './site-files.ts'

/** Public keys of the accounts that are there to look at the widget with. */
export type PlaygroundKeys = {
  readonly apiKey: string
  /** One that reads the test market; absent where there is none. */
  readonly testKey?: string
}

export type PlaygroundParts = {
  /** Absent where there is no demo account: then whoever tries brings a key of his own. */
  readonly playground?: PlaygroundKeys
}

const path = '/docs/playground'

/** The page's own policy: what spec 5.5 asks of a partner's, with the service as 'self'. */
function policyFor({ protocol, host }: URL): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${protocol === 'https:' ? 'wss' : 'ws'}://${host}`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The rows. */
export function playgroundTable(
  { playground }: PlaygroundParts,
  { playground: files }: Pick<SiteFiles, 'playground'>,
): Route[] {
  const get = (rest: string, handle: HandledRoute['handle']): Route => ({
    name: 'playground',
    method: 'GET',
    path: path + rest,
    door: 'widget',
    file: true,
    handle,
  })
  const send = (name: string, { headers, url }: RequestContext) => {
    const file = files.get(name)
    if (!file) throw new Problem('route-unknown')
    return sendFile(headers, file, {
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy': policyFor(url),
    })
  }
  return [
    // Its files are named beside it.
    get('', ({ url }) => new Response(null, { status: 308, headers: { Location: `${path}/${url.search}` } })),
    get('/', (context) => send('index.html', context)),
    get('/config.json', ({ url }) =>
      Response.json(
        {
          place: 'service',
          service: url.origin,
          apiKey: playground?.apiKey ?? '',
          testKey: playground?.testKey,
        },
        { headers: { 'Cache-Control': 'no-store' } },
      ),
    ),
    get('/{file}', (context) => send(context.parameters['file'] ?? '', context)),
  ]
}
