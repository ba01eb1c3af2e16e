/** Statistics of the frames of an animation. */

/** Duration of a frame at 60 frames a second, milliseconds. */
export const frameMs = 1000 / 60

export type FrameStatistics = {
  /** Milliseconds from a frame's start until it is painted: median and 95th percentile. */
  medianMs: number
  p95Ms: number
  /** Share of the frames that took longer than `frameMs`, 0 to 1. */
  slowShare: number
  /** Share of the 60 Hz slots in which no new frame was shown, 0 to 1. */
  missedShare: number
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/**
 * @param frames `workMs`: from a frame's start until it is painted; `gapMs`: since the previous
 *   frame's start
 */
export function frameStatistics(frames: readonly { workMs: number; gapMs: number }[]): FrameStatistics {
  const workTimes = frames.map(({ workMs }) => workMs).toSorted((a, b) => a - b)
  const slotsPerFrame = frames.map(({ gapMs }) => Math.max(1, Math.round(gapMs / frameMs)))
  const totalSlots = slotsPerFrame.reduce((sum, slots) => sum + slots, 0)
  return {
    medianMs: percentile(workTimes, 0.5),
    p95Ms: percentile(workTimes, 0.95),
    slowShare: workTimes.filter((workMs) => workMs > frameMs).length / workTimes.length,
    missedShare: (totalSlots - frames.length) / totalSlots,
  }
}

/**
 * Whether the chart keeps 60 frames a second: at most 5 % of the frames take longer than `frameMs`.
 */
export const keeps60FramesPerSecond = ({ p95Ms, slowShare }: FrameStatistics): boolean =>
  p95Ms <= frameMs && slowShare <= 0.05
