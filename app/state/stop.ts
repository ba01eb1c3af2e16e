/** Stops something that was started: functions that start something return it. */
export type Stop = () => void
