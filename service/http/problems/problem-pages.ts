/**
 * `/problems/{code}`, the address in the `type` of a problem: its meaning and what to do, as HTML
 * without scripts or as JSON. `/problems` lists all codes. Every door serves these pages.
 */
import { Problem, problemCodes, problemStatus, problemTypePrefix } from '#contract/api/problem.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import type { RequestHeaders } from '#service/http/request/request.ts'
import { jsonResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import { problemPageContent } from './problem-page-content.ts'
import { listPage, problemPage } from './page.ts'

/** Returns the routes of the problem pages. */
export function createProblemPageRoutes(): Route[] {
  const problems = problemCodes.map(problemPageContent)
  const listPath = problemTypePrefix.slice(0, -1)
  const problemRoute = (path: string, handle: Route['handle']): Route => ({
    name: 'problem',
    method: 'GET',
    path,
    door: 'any',
    limits: [],
    handle,
  })
  return [
    problemRoute(listPath, ({ headers }) =>
      wantsJson(headers) ? jsonPage({ problems }) : listPage(problems),
    ),
    problemRoute(`${problemTypePrefix}{code}`, ({ headers, parameters }) => {
      const code = parameters['code'] ?? ''
      if (!isCode(code)) throw new Problem('route-unknown')
      return wantsJson(headers) ? jsonPage(problemPageContent(code)) : problemPage(problemPageContent(code))
    }),
  ]
}

const isCode = (text: string): text is ProblemCode => Object.hasOwn(problemStatus, text)

/** Whether the client prefers JSON to HTML. */
function wantsJson(headers: RequestHeaders): boolean {
  const accepted = headers.get('accept')?.toLowerCase() ?? ''
  const jsonIndex = accepted.search(/application\/(problem\+)?json/)
  const htmlIndex = accepted.indexOf('text/html')
  return jsonIndex >= 0 && (htmlIndex < 0 || jsonIndex < htmlIndex)
}

const jsonPage = (body: object) =>
  jsonResponse(body, { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' })
