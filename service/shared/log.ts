/** Structured log lines. They name accounts by public ids; secrets, tokens, cookies and user ids never appear. */

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>
export type LogLevel = 'info' | 'warn' | 'error'
/** Writes one event. `event` is a fixed name such as `token-refused`; variable data goes in `fields`. */
export type Log = (level: LogLevel, event: string, fields?: LogFields) => void

/** Discards every event; for tests and the browser. */
export const silentLog: Log = () => {}

/** Writes one JSON object per line. `JSON.stringify` escapes text from callers, including line breaks. */
export function jsonLog(write: (line: string) => void, clock: () => number): Log {
  return (level, event, fields) =>
    write(JSON.stringify({ time: new Date(clock()).toISOString(), level, event, ...fields }))
}
