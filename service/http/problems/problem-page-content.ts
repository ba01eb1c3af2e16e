/** Content of the page of a problem code. The API description uses its example. */
import { problemDetails } from '#contract/api/problem-details.ts'
import type { ProblemCode, ProblemDetails } from '#contract/api/problem.ts'
import { explanations } from './explanations.ts'
import type { Explanation } from './explanations.ts'

/** Content of a problem page; also its JSON representation. */
export type ProblemPageContent = Pick<ProblemDetails, 'type' | 'code' | 'status' | 'title'> &
  Omit<Explanation, 'example'> & {
    /** Example response with this code. */
    readonly example: ProblemDetails & { readonly 'violated-policies'?: readonly string[] }
  }

/** Request id in the examples. */
const requestId = '05b50dae-4078-42c4-a9bd-0741fcf2a956'

/** Returns the content of the page of a code. */
export function problemPageContent(code: ProblemCode): ProblemPageContent {
  const { meaning, whatToDo, example } = explanations[code]
  const { type, status, title } = problemDetails(code)
  const body = problemDetails(code, { ...example, requestId })
  return {
    type,
    code,
    status,
    title,
    meaning,
    whatToDo,
    example: code === 'rate-limited' ? { ...body, 'violated-policies': ['per-minute'] } : body,
  }
}
