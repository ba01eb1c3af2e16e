/** Statistics of the frames of an animation. */

/** Duration of a frame at 60 frames a second, milliseconds. */
export const frameMs = 1000 / 60

export type FrameStatistics = {
  /** Milliseconds from a frame's start until it is painted. */
  median: number
  p95: number
  /** Share of frames that took longer than `frameMs`. */
  overFrame: number
  /** Share of the 60 Hz slots in which no new frame was shown. */
  missedShare: number
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export function frameStatistics(frames: readonly { work: number; gap: number }[]): FrameStatistics {
  const works = frames.map(({ work }) => work).toSorted((a, b) => a - b)
  const slotsPerFrame = frames.map(({ gap }) => Math.max(1, Math.round(gap / frameMs)))
  const totalSlots = slotsPerFrame.reduce((sum, slots) => sum + slots, 0)
  return {
    median: percentile(works, 0.5),
    p95: percentile(works, 0.95),
    overFrame: works.filter((work) => work > frameMs).length / works.length,
    missedShare: (totalSlots - frames.length) / totalSlots,
  }
}

/** Whether the chart keeps 60 frames a second: at most 5 % of the frames take longer. */
export const holds = ({ p95, overFrame }: FrameStatistics): boolean => p95 <= frameMs && overFrame <= 0.05
