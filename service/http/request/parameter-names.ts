/**
 * Compares the names of query parameters with those that a look-up has. A misspelt name would
 * otherwise go unnoticed: the response would be for other values than the client meant.
 */
import { didYouMean } from '#contract/bridge/nearest-name.ts'
import { Problem } from '#contract/api/problem.ts'
import { StrictQuerySchema } from '#contract/api/routes.ts'
import type { HeaderList } from '#service/http/response/response.ts'
import { readQuery } from './read-request.ts'
import type { RequestUrl } from './request.ts'

/** Unknown names that are listed; further ones are counted. */
const maxListed = 5
const noWarning: HeaderList = []

/**
 * Creates the check of a look-up, which returns the `Warning` header for unknown parameters; empty
 * if all are known. Code 299, "miscellaneous persistent warning", of RFC 7234, 5.5.7.
 *
 * @param names of the look-up's own parameters
 * @returns a function that throws the Problem `malformed-parameter` for unknown parameters if the
 *   query has `strict=1`
 */
export function createNameCheck(
  names: readonly string[],
): (url: Pick<RequestUrl, 'search' | 'searchParams'>) => HeaderList {
  const allNames = [...names, ...Object.keys(StrictQuerySchema.entries)]
  const known = new Set(allNames)
  return ({ search, searchParams }) => {
    if (search === '') return noWarning
    let unknown: Set<string> | undefined
    for (const name of searchParams.keys()) if (!known.has(name)) (unknown ??= new Set()).add(name)
    const isStrict = searchParams.has('strict') && isStrictQuery(searchParams)
    if (!unknown) return noWarning
    const sentences = sentencesOf([...unknown], allNames)
    if (!isStrict) return ['Warning', sentences.map((sentence) => `299 - "${sentence}"`).join(', ')]
    const [first = ''] = unknown
    throw new Problem('malformed-parameter', { parameter: readable(first), detail: sentences.join(' ') })
  }
}

/** @throws Problem `malformed-parameter` for a value other than 1 */
const isStrictQuery = (parameters: URLSearchParams): boolean =>
  readQuery(parameters, StrictQuerySchema).strict !== undefined

function sentencesOf(unknown: readonly string[], names: readonly string[]): string[] {
  const listed = unknown
    .slice(0, maxListed)
    .map((name) => `Unknown parameter ${readable(name)}${didYouMean(name, names) || '.'}`)
  const furtherCount = unknown.length - listed.length
  return furtherCount > 0 ? [...listed, `Further unknown parameters: ${furtherCount}.`] : listed
}

/** Returns a name from a request, percent-encoded so that a header may contain it. */
const readable = (name: string): string =>
  encodeURIComponent(name.slice(0, 40).toWellFormed()) || '(without a name)'
