/** `reference/recording.json`: the market from which a folder was recorded, and its clock. Node only. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { symbolPattern } from '#contract/responses/symbols.ts'
import { readObject, skipBroken, throwBroken } from './read-text.ts'

export type Recording = {
  /** The market's clock at the end of the recording: the recorded market stands still at this time. */
  readonly recordedAt: Date
  /** `source()` of the recorded market. */
  readonly source: string
  readonly simulated: boolean
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly benchmark: string
  /** Seconds by which the prices lagged the exchange. For information: a recording does not get older. */
  readonly delayedSeconds: number
}

export const recordingFile = 'reference/recording.json'

/** Reads the description of the recording; undefined without one. Reports a broken file to `log`. */
export const readRecording = (root: string, log: (message: string) => void): Recording | undefined =>
  existsSync(join(root, recordingFile)) ? skipBroken(log, () => parseRecording(root)) : undefined

/** @throws BrokenFile naming the field */
function parseRecording(root: string): Recording {
  const json = readObject(root, recordingFile)
  const fail = (field: string, expected: string): never =>
    throwBroken(recordingFile, 1, `${field}: expected ${expected}, got ${JSON.stringify(json[field])}`)
  const { recordedAt, source, simulated = false, riskFreeRate, benchmark, delayedSeconds } = json
  const isTime = typeof recordedAt === 'string' && !Number.isNaN(Date.parse(recordedAt))
  if (!isTime) return fail('recordedAt', 'a time in ISO 8601')
  if (typeof source !== 'string' || source === '') return fail('source', 'the name of the source')
  if (typeof simulated !== 'boolean') return fail('simulated', 'true or false')
  if (typeof riskFreeRate !== 'number' || !(riskFreeRate >= 0 && riskFreeRate < 0.2))
    return fail('riskFreeRate', '0 to 0.2')
  if (typeof benchmark !== 'string' || !symbolPattern.test(benchmark)) return fail('benchmark', 'a symbol')
  if (typeof delayedSeconds !== 'number' || !(delayedSeconds >= 0))
    return fail('delayedSeconds', 'a non-negative number')
  return { recordedAt: new Date(recordedAt), source, simulated, riskFreeRate, benchmark, delayedSeconds }
}
