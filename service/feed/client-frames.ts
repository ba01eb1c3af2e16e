/** Parses client frames: one frame per text message, with limits on size and rate. */
import * as v from 'valibot'
import { ClientFrameSchema, closeCodes } from '#contract/feed.ts'
import type { ClientFrame } from '#contract/feed.ts'
import { feedClientLimits } from '#service/shared/limits.ts'

/**
 * Result of reading one text message: its frame, undefined if it is not a valid one; or the
 * violated limit, as the code and reason for closing the connection.
 */
export type FrameResult =
  | { readonly frame: ClientFrame | undefined }
  | { readonly violation: { readonly code: number; readonly reason: string } }

export type FrameReader = (text: string) => FrameResult

/**
 * Creates the reader of one connection. It counts the frames of each second.
 *
 * @param now returns monotonic milliseconds
 */
export function createFrameReader(now: () => number): FrameReader {
  let window = { second: 0, frames: 0 }
  return (text) => {
    if (text.length > feedClientLimits.frameLength)
      return { violation: { code: closeCodes.tooBig, reason: 'the frame is too big' } }
    const second = Math.floor(now() / 1000)
    window = { second, frames: window.second === second ? window.frames + 1 : 1 }
    if (window.frames > feedClientLimits.framesPerSecond)
      return { violation: { code: closeCodes.overloaded, reason: 'too many frames' } }
    return { frame: parseFrame(text) }
  }
}

function parseFrame(text: string): ClientFrame | undefined {
  try {
    const parsed = v.safeParse(ClientFrameSchema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
