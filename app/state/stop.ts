/** Undoes what was started: whatever starts returns its stop. */
export type Stop = () => void
