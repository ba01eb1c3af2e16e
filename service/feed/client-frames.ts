/** Client frames: one frame per text message, with limits on size and rate. */
import * as v from 'valibot'
import { ClientFrameSchema, closeCodes } from '#contract/feed.ts'
import type { ClientFrame } from '#contract/feed.ts'
import { reportedLimiter } from '#service/access/limits/limit-reports.ts'
import type { LimitReportParts } from '#service/access/limits/limit-reports.ts'
import { createRateLimiter } from '#service/access/limits/rate-limiter.ts'
import { feedClientLimits } from '#service/shared/limits.ts'
import type { Limits } from '#service/shared/rate-limits.ts'

/** A violated limit, as the code and reason for closing the connection. */
export type FrameViolation = { readonly code: number; readonly reason: string }

/** Checks a text message without parsing it. Returns the limit that it violates, or undefined. */
export type FrameCheck = (text: string) => FrameViolation | undefined

/** Counts a frame of an address block. Returns false if the block has used up its limit. */
export type CountFrame = (block: string) => boolean

/** Creates the count of the frames of all connections, by address block. */
export function createFrameCount(
  parts: LimitReportParts & { readonly config: { readonly limits: Pick<Limits, 'feedFrames'> } },
): CountFrame {
  const limiter = reportedLimiter(createRateLimiter(parts.elapsed), parts)
  return (block) => {
    try {
      void limiter.take(parts.config.limits.feedFrames, block)
      return true
    } catch {
      return false
    }
  }
}

/**
 * Creates the check of one connection. It counts the frames of each second.
 *
 * @param now returns monotonic milliseconds
 * @param countOfAddress counts a frame of the connection's address, and returns false above the limit of the address
 */
export function createFrameCheck(now: () => number, countOfAddress: () => boolean): FrameCheck {
  let window = { second: 0, frames: 0 }
  return (text) => {
    if (text.length > feedClientLimits.frameLength)
      return { code: closeCodes.tooBig, reason: 'the frame is too big' }
    const second = Math.floor(now() / 1000)
    window = { second, frames: window.second === second ? window.frames + 1 : 1 }
    if (window.frames > feedClientLimits.framesPerSecond)
      return { code: closeCodes.overloaded, reason: 'too many frames' }
    if (!countOfAddress()) return { code: closeCodes.overloaded, reason: 'too many frames of one address' }
    return undefined
  }
}

/** Parses a text message. Undefined if it is not a valid frame. */
export function parseFrame(text: string): ClientFrame | undefined {
  try {
    const parsed = v.safeParse(ClientFrameSchema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
