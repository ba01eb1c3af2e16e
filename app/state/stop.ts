/** Stops a running activity. A function that starts one returns its `Stop`. */
export type Stop = () => void
