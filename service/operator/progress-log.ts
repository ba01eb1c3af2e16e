/** Events of a running command, on the standard error output. */
import type { Log } from '#service/shared/log.ts'
import { visibleText } from './visible-text.ts'

/** Writes one line per event. JSON does not escape all control characters of terminals. */
export const progressLog: Log = (_level, event, fields) =>
  void process.stderr.write(`${visibleText(`${event} ${JSON.stringify(fields)}`)}\n`)
