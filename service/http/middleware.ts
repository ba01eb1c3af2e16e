/**
 * What every answer goes through, files included: a request id, the host's doors, the metrics, problems for errors and
 * the security headers. Plain functions over a table's rows, which know nothing of the router that found them.
 */
import { Problem } from '#contract/problem.ts'
import type { Access } from '#service/access/access.ts'
import type { Log } from '#service/settings/log.ts'
import type { Metrics } from '#service/settings/metrics.ts'
import { problemAnswer, problemOf } from './problem-answer.ts'
import type { Route, SocketContext } from './route.ts'

export type MiddlewareParts = {
  readonly access: Pick<Access, 'doorsAt'>
  readonly clock: () => number
  readonly log: Log
  readonly metrics: Pick<Metrics, 'request'>
}

/**
 * Answers a request by the rows of its path (none where nothing is there). Never rejects.
 *
 * @param parameters the path's own, decoded
 */
export type Answer = (
  rows: readonly Route[],
  request: Request,
  socket: SocketContext,
  parameters?: Readonly<Record<string, string>>,
) => Promise<Response>

/** Of a name that is no door's nothing is said, except to who asks by address whether the service is well. */
const everyHost = (rows: readonly Route[]) => rows.some(({ door }) => door === 'every-host')

export function createAnswer({ access, clock, log, metrics }: MiddlewareParts): Answer {
  return async (rows, request, { address, readings }, parameters = {}) => {
    const began = clock()
    const requestId = crypto.randomUUID()
    const url = new URL(request.url)
    const doors = access.doorsAt(url)
    const known = doors.size > 0 || everyHost(rows) ? rows : []
    let response: Response
    try {
      if (known !== rows) throw new Problem('host-unknown')
      const { door, handle } = rowFor(rows, request.method)
      if (door !== 'any' && door !== 'every-host' && !doors.has(door)) throw new Problem('route-unknown')
      response = await handle({
        request,
        headers: request.headers,
        url,
        parameters,
        address,
        doors,
        readings,
      })
    } catch (error) {
      const problem = problemOf(error, requestId, log)
      const headers = problem.code === 'method-refused' ? { Allow: allowed(rows) } : {}
      response = problemAnswer(problem, requestId, headers)
    }
    secure(response, known[0])
    response.headers.set('X-Request-Id', requestId)
    metrics.request(known[0]?.name ?? 'none', response.status, Math.max(0, clock() - began) / 1000)
    return response
  }
}

/** @throws Problem `route-unknown` or `method-refused` */
function rowFor(rows: readonly Route[], asked: string): Route {
  const method = asked === 'HEAD' ? 'GET' : asked
  const row = rows.find((one) => one.method === method)
  if (row) return row
  if (rows.length === 0) throw new Problem('route-unknown')
  throw new Problem('method-refused', { detail: `Use ${rows.map((one) => one.method).join(' or ')}.` })
}

function allowed(rows: readonly Route[]): string {
  return rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
}

/** On every answer. HSTS counts only where the address is https; browsers ignore it elsewhere. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const
/** Where a page shows our answer as a document after all, it does nothing. */
const nothing = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" } as const

/** Sets what the answer does not say otherwise. */
function secure({ headers, status }: Response, row: Route | undefined): void {
  const wanted = row?.file && status < 400 ? everywhere : { ...everywhere, ...nothing }
  for (const [name, value] of Object.entries(wanted)) if (!headers.has(name)) headers.set(name, value)
}
