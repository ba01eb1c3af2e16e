/** Stops what was started: a function that starts something returns its stop. */
export type Stop = () => void
