/** Statistics of the frames of an animation. */

/** A frame of sixty a second, milliseconds. */
export const frameMs = 1000 / 60

export type ChartFigures = {
  /** Milliseconds of a frame's work, from its beginning until it is painted. */
  median: number
  p95: number
  /** Share of frames whose work took longer than a sixtieth of a second. */
  over: number
  /** Sixtieths of a second in which nothing new was shown, as a part of all. */
  missed: number
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export function figuresOf(frames: readonly { work: number; gap: number }[]): ChartFigures {
  const works = frames.map(({ work }) => work).toSorted((a, b) => a - b)
  const shown = frames.map(({ gap }) => Math.max(1, Math.round(gap / frameMs)))
  const all = shown.reduce((sum, one) => sum + one, 0)
  return {
    median: at(works, 0.5),
    p95: at(works, 0.95),
    over: works.filter((work) => work > frameMs).length / works.length,
    missed: (all - frames.length) / all,
  }
}

/** Whether the movement holds sixty frames a second: at most one of twenty takes longer. */
export const holds = ({ p95, over }: ChartFigures): boolean => p95 <= frameMs && over <= 0.05
