/** Reading requests at the edge: bodies with their limit and type, parameters with their names. */
import * as v from 'valibot'
import { Problem } from '#contract/api/problem.ts'
import type { HttpRequest } from './request.ts'
import { requestLimits } from '#service/shared/limits.ts'

type BodyRequest = Pick<HttpRequest, 'headers' | 'body'>

const decoder = new TextDecoder()

/**
 * The body as text.
 *
 * @throws Problem `content-type-refused` if it is not of `type`, `body-too-large` beyond `limit` bytes,
 *   `malformed-body` if the client disconnects before its end
 */
export async function readBody({ headers, body }: BodyRequest, type: string, limit: number): Promise<string> {
  const sent = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (sent !== type)
    throw new Problem('content-type-refused', { parameter: 'Content-Type', detail: `Send ${type}.` })
  if (Number(headers.get('content-length') ?? 0) > limit) throw bodyTooLarge(limit)
  return decoder.decode(await body(limit))
}

export const bodyTooLarge = (limit: number): Problem =>
  new Problem('body-too-large', { detail: `Send ${limit} bytes at most.` })

/** @throws Problem `malformed-body`: the client disconnected before the end of the body */
export const bodyBrokenOff = (): never => {
  throw new Problem('malformed-body', { detail: 'The body broke off.' })
}

/** @throws Problem `malformed-body` naming the field */
export async function readJson<S extends v.GenericSchema>(
  request: BodyRequest,
  schema: S,
  limit: number,
): Promise<v.InferOutput<S>> {
  const text = await readBody(request, 'application/json', limit)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('malformed-body', { detail: 'The body is not JSON.' })
  }
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  const path = v.getDotPath(read.issues[0])
  throw new Problem('malformed-body', {
    detail: plain(read.issues[0].message),
    ...(path ? { parameter: path } : {}),
  })
}

/** @throws Problem `malformed-parameter` if the query, with its question mark, is longer than any route needs */
export function assertShortQuery(search: string): void {
  if (search.length <= requestLimits.queryLength) return
  throw new Problem('malformed-parameter', {
    detail: `Send a query of ${requestLimits.queryLength} characters at most.`,
  })
}

/**
 * The parameters of a query that its schema names: others are ignored, and the first of repeated ones counts.
 *
 * @throws Problem `malformed-parameter` naming it
 */
export function readQuery<S extends v.GenericSchema & { readonly entries: object }>(
  parameters: Pick<URLSearchParams, 'get'>,
  schema: S,
): v.InferOutput<S> {
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema.entries)) {
    const value = parameters.get(name)
    if (value !== null) given[name] = value
  }
  const read = v.safeParse(schema, given)
  if (read.success) return read.output
  const [issue] = read.issues
  const parameter = v.getDotPath(issue)
  throw new Problem('malformed-parameter', {
    detail: plain(issue.message),
    ...(parameter ? { parameter } : {}),
  })
}

/** valibot's messages may repeat the value; the response only states what was expected. */
function plain(message: string): string {
  const text = message.replace(/^Invalid \w+: /, '').replace(/ but received .*$/s, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
