/**
 * Resolves with the result of `promise` if it settles within `ms` milliseconds; otherwise rejects with
 * `timeoutError()`. The underlying call is not cancelled; a late result is ignored.
 */
export function withTimeout<Result>(
  ms: number,
  promise: Promise<Result>,
  timeoutError: () => Error,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutError()), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
