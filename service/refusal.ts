/** How the service says no: thrown anywhere behind `app.ts`, which answers it as problem+json (`contract/problem.ts`). */
import { problemTitle } from '#contract/problem.ts'
import type { ProblemCode, ProblemExtras } from '#contract/problem-shape.ts'

/** One refused request. `headers` go with the answer (`Retry-After`, `WWW-Authenticate`, `Allow`). */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ProblemCode
  readonly extras: ProblemExtras
  readonly headers: Readonly<Record<string, string>>
  constructor(code: ProblemCode, extras: ProblemExtras = {}, headers: Readonly<Record<string, string>> = {}) {
    super(extras.detail ?? problemTitle[code])
    this.code = code
    this.extras = extras
    this.headers = headers
  }
}
