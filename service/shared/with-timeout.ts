/**
 * The answer, if it comes within so many milliseconds; else rejects with `late`. Who was asked is not
 * told: he goes on, and what he says later is heard by nobody.
 */
export function within<Answer>(ms: number, answer: Promise<Answer>, late: () => Error): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
