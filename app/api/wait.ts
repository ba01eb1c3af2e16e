/** Resolves in a later task, after a delay in milliseconds. Default: no delay. */
export const wait = (ms?: number): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, ms))
