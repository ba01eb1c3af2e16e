/** Reads and validates bodies and query parameters of requests. */
import * as v from 'valibot'
import { Problem } from '#contract/api/problem.ts'
import type { HttpRequest } from './request.ts'
import { requestLimits } from '#service/shared/limits.ts'

type BodyRequest = Pick<HttpRequest, 'headers' | 'body'>

const decoder = new TextDecoder()

/**
 * Reads the body as text.
 *
 * @throws Problem `content-type-refused` if it is not of `type`, `body-too-large` beyond `limit`
 *   bytes, `malformed-body` if the client disconnects before its end
 */
export async function readBody({ headers, body }: BodyRequest, type: string, limit: number): Promise<string> {
  const receivedType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (receivedType !== type)
    throw new Problem('content-type-refused', { parameter: 'Content-Type', detail: `Send ${type}.` })
  if (Number(headers.get('content-length') ?? 0) > limit) throw bodyTooLarge(limit)
  return decoder.decode(await body(limit))
}

export const bodyTooLarge = (limit: number): Problem =>
  new Problem('body-too-large', { detail: `Send ${limit} bytes at most.` })

/** @throws Problem `malformed-body`: the client disconnected before the end of the body */
export const throwIncompleteBody = (): never => {
  throw new Problem('malformed-body', { detail: 'The body is incomplete.' })
}

/** @throws Problem `malformed-body` with the name of the field */
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
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const path = v.getDotPath(parsed.issues[0])
  throw new Problem('malformed-body', {
    detail: detailOf(parsed.issues[0].message),
    ...(path ? { parameter: path } : {}),
  })
}

/**
 * @throws Problem `malformed-parameter` if the query, with its question mark, is longer than any
 *   route needs
 */
export function assertShortQuery(search: string): void {
  if (search.length <= requestLimits.queryLength) return
  throw new Problem('malformed-parameter', {
    detail: `Send a query of ${requestLimits.queryLength} characters at most.`,
  })
}

/**
 * Reads the query parameters of a schema. Ignores other parameters, and uses the first of repeated
 * ones.
 *
 * @throws Problem `malformed-parameter` with the name of the parameter
 */
export function readQuery<S extends v.GenericSchema & { readonly entries: object }>(
  parameters: Pick<URLSearchParams, 'get'>,
  schema: S,
): v.InferOutput<S> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(schema.entries)) {
    const value = parameters.get(name)
    if (value !== null) values[name] = value
  }
  const parsed = v.safeParse(schema, values)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const parameter = v.getDotPath(issue)
  throw new Problem('malformed-parameter', {
    detail: detailOf(issue.message),
    ...(parameter ? { parameter } : {}),
  })
}

/** Returns the detail for a message of valibot, without the received value. */
function detailOf(message: string): string {
  const text = message.replace(/^Invalid \w+: /, '').replace(/ but received .*$/s, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
