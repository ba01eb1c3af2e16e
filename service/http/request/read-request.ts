/** Reading requests at the edge: bodies with their limit and type, parameters with their names. */
import * as v from 'valibot'
import { Problem } from '#contract/api/problem.ts'

/**
 * The body as text.
 *
 * @throws Problem `content-type-refused` where it is not of `type`, `body-too-large` beyond `limit` bytes,
 *   `malformed-body` where the client goes away before its end
 */
export async function readBody(request: Request, type: string, limit: number): Promise<string> {
  const given = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (given !== type)
    throw new Problem('content-type-refused', { parameter: 'Content-Type', detail: `Send ${type}.` })
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > limit) throw tooLarge(limit)
  // Whose length is told cannot send more than that, and is read as a whole: a stream costs the first caller 4 ms.
  if (length === null) return readStream(request, limit)
  return request.text().catch(brokenOff)
}

const tooLarge = (limit: number) => new Problem('body-too-large', { detail: `Send ${limit} bytes at most.` })

const brokenOff = (): never => {
  throw new Problem('malformed-body', { detail: 'The body broke off.' })
}

/** A body of unknown length, read no further than the limit. */
async function readStream(request: Request, limit: number): Promise<string> {
  if (!request.body) return ''
  const reader = request.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff)
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      throw tooLarge(limit)
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** @throws Problem `malformed-body` naming the field */
export async function readJson<S extends v.GenericSchema>(
  request: Request,
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

/** Characters of a query, all in all: no route has a use for half as many. */
const longestQuery = 2048

/** @throws Problem `malformed-parameter` where the query, with its question mark, is longer than any route has a use for */
export function assertShortQuery(search: string): void {
  if (search.length <= longestQuery) return
  throw new Problem('malformed-parameter', { detail: `Send a query of ${longestQuery} characters at most.` })
}

/**
 * The parameters of a query that its schema names: no others are looked at, however many there are, and of a repeated one
 * the first counts.
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

/** What valibot says about a value may repeat it; the answer only says what was expected. */
function plain(message: string): string {
  const text = message.replace(/^Invalid \w+: /, '').replace(/ but received .*$/s, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
