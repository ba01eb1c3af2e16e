/** A turn of the event loop, by means a browser has as well. */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
