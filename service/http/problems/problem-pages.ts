/**
 * `/problems/{code}`: where the `type` of a problem leads. What the code means and what to do, as a page, and the same as
 * JSON for who asks for that; `/problems` lists them all. Plain HTML, no scripts, at every door.
 */
import { Problem, problemCodes, problemStatus, problemTypePrefix } from '#contract/api/problem.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import type { HandledRoute, Route } from '#service/http/route.ts'
import { factsOf } from './facts.ts'
import { listPage, problemPage } from './page.ts'

/** The rows. */
export function problemPagesTable(): Route[] {
  const all = problemCodes.map(factsOf)
  const listPath = problemTypePrefix.slice(0, -1)
  const row = (path: string, handle: HandledRoute['handle']): Route => ({
    name: 'problem',
    method: 'GET',
    path,
    door: 'any',
    handle,
  })
  return [
    row(listPath, ({ headers }) => (wantsJson(headers) ? json({ problems: all }) : listPage(all))),
    row(`${problemTypePrefix}{code}`, ({ headers, parameters }) => {
      const code = parameters['code'] ?? ''
      if (!isCode(code)) throw new Problem('route-unknown')
      return wantsJson(headers) ? json(factsOf(code)) : problemPage(factsOf(code))
    }),
  ]
}

const isCode = (text: string): text is ProblemCode => Object.hasOwn(problemStatus, text)

/** A page is for whoever does not name JSON before HTML. */
function wantsJson(headers: Headers): boolean {
  const accepted = headers.get('accept')?.toLowerCase() ?? ''
  const at = accepted.search(/application\/(problem\+)?json/)
  const html = accepted.indexOf('text/html')
  return at >= 0 && (html < 0 || at < html)
}

const json = (body: object) =>
  Response.json(body, { headers: { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' } })
