/** All facts about a problem code, for its page and the API description. */
import { problemDetails } from '#contract/api/problem-details.ts'
import type { ProblemCode, ProblemDetails } from '#contract/api/problem.ts'
import { explanations } from './explanations.ts'
import type { Explanation } from './explanations.ts'

/** The content of a page as JSON. */
export type ProblemFacts = Pick<ProblemDetails, 'type' | 'code' | 'status' | 'title'> &
  Omit<Explanation, 'example'> & {
    /** A whole answer with this code. */
    readonly example: ProblemDetails & { readonly 'violated-policies'?: readonly string[] }
  }

/** A request as examples have it; a real one is new at every answer. */
const requestId = '05b50dae-4078-42c4-a9bd-0741fcf2a956'

/** Everything that is known of a code. */
export function factsOf(code: ProblemCode): ProblemFacts {
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
