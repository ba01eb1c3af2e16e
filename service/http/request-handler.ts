/**
 * What every answer goes through, files included: a request id, the host's doors, the metrics, problems for errors and
 * the security headers. Plain functions over a table's rows, which know nothing of the router that found them.
 *
 * There are two ways through it, by the same functions. Rows that answer with kept bytes are answered as they are for
 * who can write bytes (`written`); a `Request` is answered with a `Response` by every row (`answer`).
 */
import { instanceHeader } from '#contract/api/first-paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Access } from '#service/access/access.ts'
import type { Door } from '#service/access/credentials/request-credentials.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import type { AccessLog } from './access-log.ts'
import { ownRemoval } from './request/cookies.ts'
import { responseOf } from './response/kept-answer.ts'
import type { BytesAnswer, FieldList, KeptAnswer } from './response/kept-answer.ts'
import { problemAnswer, problemOf } from './problems/problem-response.ts'
import { createRequestIds } from './request/request-ids.ts'
import { assertShortQuery } from './request/read-request.ts'
import type { Asked, BytesRoute, Route, SocketContext } from './route.ts'
import type { Found } from './route-matcher.ts'
import { secure, secured, securityFields } from './response/security-headers.ts'
import { traceIdOf } from './request/trace-context.ts'

export type MiddlewareParts = {
  readonly access: Pick<Access, 'doorsAt'>
  /** Milliseconds that only ever go on. */
  readonly elapsed: () => number
  readonly log: Log
  readonly metrics: Pick<Metrics, 'request'>
  /** Hears of every answer; absent where nobody wants to. */
  readonly accessLog?: AccessLog | undefined
}

/** An answer with every field it has, but those of its connection. */
export type Written = KeptAnswer

export type Middleware = {
  /** Answers a request by the rows of its path (none where nothing is there). Never rejects. */
  readonly answer: (found: Found, request: Request, socket: SocketContext) => Promise<Response>
  /**
   * The same for who can write bytes; undefined, and nothing has happened, where the row is none that answers with kept
   * bytes. Never throws or rejects.
   */
  readonly written: (found: Found, asked: Asked) => Written | Promise<Written> | undefined
  /** Begins an upgrade, which has no row: what comes of it is no body. */
  readonly upgrade: (asked: AskedPlainly) => Upgrade
  /** The bare answer to what did not get as far as being a request, and what could be read of it. */
  readonly refused: (status: number, asked?: AskedPlainly) => Written
}

type AskedPlainly = Pick<Asked, 'method' | 'headers' | 'address'>
/** RFC 9110, 15.5.15. */
const uriTooLong = 414
/** Characters of a path, escapes included. */
const longestPath = 2048

/** Node gave it up before anything of it was read. */
const unread: AskedPlainly = { method: '', headers: { get: () => null }, address: undefined }

/** An upgrade on its way to its answer. */
export type Upgrade = {
  /** Names it in its answer and in the log. */
  readonly requestId: string
  /**
   * Counts and logs its answer, once, and gives the fields that every answer has.
   *
   * @param route its name in the metrics and the log
   */
  readonly answered: (status: number, route: string) => FieldList
}

/** When a request came, and what is said of it. */
type Heard = { readonly asked: AskedPlainly; readonly began: number; readonly requestId: string }

/** What is known of a request before its row is asked. */
type Turn = Heard & {
  readonly doors: ReadonlySet<Door>
  readonly rows: readonly Route[]
}

/** Of a name that is no door's nothing is said, except to who asks by address whether the service is well. */
const everyHost = (rows: readonly Route[]) => rows.some(({ door }) => door === 'every-host')

export function createMiddleware({ access, elapsed, log, metrics, accessLog }: MiddlewareParts): Middleware {
  const nextId = createRequestIds()
  const begin = ({ rows }: Found, asked: Asked): Turn => {
    const doors = access.doorsAt(asked.url)
    const isKnown = doors.size > 0 || everyHost(rows)
    return { asked, began: elapsed(), requestId: nextId(), doors, rows: isKnown ? rows : [] }
  }
  const countAs = (
    route: string,
    { asked, began, requestId }: Heard,
    status: number,
    bytes: number | null,
  ) => {
    const seconds = Math.max(0, elapsed() - began) / 1000
    metrics.request(route, status, seconds)
    if (!accessLog) return
    const { method, headers, address } = asked
    const sent = method === 'HEAD' ? 0 : bytes
    accessLog({ method, headers, address, route, status, seconds, bytes: sent, requestId })
  }
  const count = (turn: Turn, status: number, bytes: number | null) =>
    countAs(turn.rows[0]?.name ?? 'none', turn, status, bytes)
  const upgrade = (asked: AskedPlainly): Upgrade => {
    const heard = { asked, began: elapsed(), requestId: nextId() }
    return {
      requestId: heard.requestId,
      answered(status, route) {
        countAs(route, heard, status, 0)
        return [...securityFields, 'Cache-Control', 'no-store', 'X-Request-Id', heard.requestId]
      },
    }
  }
  const finish = (turn: Turn, row: Route, { kept, fields }: BytesAnswer): Written => {
    count(turn, kept.status, kept.body?.byteLength ?? 0)
    return {
      status: kept.status,
      fields: securedOnce(kept, row).concat(fields ?? [], ['X-Request-Id', turn.requestId]),
      body: kept.body,
    }
  }
  const refuse = (turn: Turn, found: Found, error: unknown): Written => {
    const { requestId } = turn
    const traceId = traceIdOf(turn.asked.headers.get('traceparent'))
    const problem = problemOf(error, { requestId, traceId }, log)
    const headers = problem.code === 'method-refused' ? { Allow: allowed(found.rows) } : {}
    const { status, fields, body } = problemAnswer(problem, requestId, headers)
    count(turn, status, body?.byteLength ?? 0)
    const { headers: given } = turn.asked
    const over =
      problem.code === 'session-ended' && ownRemoval(given.get('cookie'), given.get(instanceHeader))
    const removal = over ? ['Set-Cookie', over] : []
    return { status, fields: [...fields, ...removal, ...securityFields, 'X-Request-Id', requestId], body }
  }
  /** @throws what the row throws */
  const bytes = (turn: Turn, row: BytesRoute, { parameters }: Found, asked: Asked) => {
    const { method, headers, url, address, certificate } = asked
    const { requestId, doors } = turn
    return row.bytes({ method, requestId, headers, url, address, certificate, parameters, doors })
  }

  const refused = (status: number, asked: AskedPlainly = unread): Written => {
    const fields = upgrade(asked).answered(status, 'none')
    return { status, fields: [...fields, 'Content-Length', '0'], body: null }
  }

  return {
    upgrade,
    refused,
    async answer(found, request, { address, certificate, readings }) {
      const { headers, method } = request
      const url = new URL(request.url)
      const asked = { method, headers, url, address, certificate }
      if (url.pathname.length > longestPath) return responseOf({ kept: refused(uriTooLong, asked) })
      const turn = begin(found, asked)
      try {
        assertShortQuery(url.search)
        const row = rowFor(turn, found, method)
        if ('bytes' in row)
          return responseOf({ kept: finish(turn, row, await bytes(turn, row, found, asked)) })
        const { parameters } = found
        const { doors, requestId } = turn
        const context = { ...asked, request, requestId, headers, url, parameters, doors, readings }
        const response = await row.handle(context)
        secure(response.headers, row.file === true && response.status < 400)
        response.headers.set('X-Request-Id', requestId)
        count(turn, response.status, bytesOf(response))
        return response
      } catch (error) {
        return responseOf({ kept: refuse(turn, found, error) })
      }
    },
    written(found, asked) {
      if (asked.url.pathname.length > longestPath) return refused(uriTooLong, asked)
      const turn = begin(found, asked)
      try {
        assertShortQuery(asked.url.search)
        const row = rowFor(turn, found, asked.method)
        if (!('bytes' in row)) return undefined
        const given = bytes(turn, row, found, asked)
        if (!(given instanceof Promise)) return finish(turn, row, given)
        return given.then(
          (one) => finish(turn, row, one),
          (error: unknown) => refuse(turn, found, error),
        )
      } catch (error) {
        return refuse(turn, found, error)
      }
    },
  }
}

/** Of its body, where that is known. */
function bytesOf({ body, headers }: Response): number | null {
  if (!body) return 0
  const length = headers.get('content-length')
  return length === null ? null : Number(length)
}

/** What is kept is completed once. */
const completed = new WeakMap<KeptAnswer, FieldList>()

function securedOnce(kept: KeptAnswer, { file }: Route): FieldList {
  let fields = completed.get(kept)
  if (!fields) completed.set(kept, (fields = secured(kept.fields, file === true && kept.status < 400)))
  return fields
}

/** @throws Problem `host-unknown`, `route-unknown` or `method-refused` */
function rowFor({ doors, rows }: Turn, found: Found, asked: string): Route {
  if (rows !== found.rows || (doors.size === 0 && !everyHost(rows))) throw new Problem('host-unknown')
  const method = asked === 'HEAD' ? 'GET' : asked
  const row = rows.find((one) => one.method === method)
  if (!row) {
    if (rows.length === 0) throw new Problem('route-unknown')
    throw new Problem('method-refused', { detail: `Use ${rows.map((one) => one.method).join(' or ')}.` })
  }
  if (row.door !== 'any' && row.door !== 'every-host' && !doors.has(row.door))
    throw new Problem('route-unknown')
  return row
}

function allowed(rows: readonly Route[]): string {
  return rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
}
