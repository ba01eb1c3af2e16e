/** Text of a thrown value, which may be something other than an Error. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
