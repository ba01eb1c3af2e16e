/**
 * Resolves with the result if it comes within `ms` milliseconds; otherwise rejects with `late`. The
 * underlying call is not cancelled; a late result is ignored.
 */
export function withTimeout<Answer>(ms: number, answer: Promise<Answer>, late: () => Error): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
