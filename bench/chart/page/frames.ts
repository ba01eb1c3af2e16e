/** Runs one step of a movement per frame and measures each frame. Runs in the page. */

/** Milliseconds from a frame's start to its paint, and since the previous frame's start. */
export type Frame = { workMs: number; gapMs: number }

/**
 * Runs one step in each of `count` frames. Returns `count - 1` frames, because the first has no
 * gap.
 */
export async function measureFrames(count: number, step: (index: number) => void): Promise<Frame[]> {
  const frames: Frame[] = []
  let previousStart = 0
  for (let i = 0; i < count; i++) {
    const { startedAt, workMs } = await measureFrame(() => step(i))
    frames.push({ workMs, gapMs: startedAt - previousStart })
    previousStart = startedAt
  }
  return frames.slice(1)
}

/**
 * Runs `step` in the next frame and measures until the paint: a message posted in a frame is
 * delivered after it.
 */
const measureFrame = (step: () => void): Promise<{ startedAt: number; workMs: number }> =>
  new Promise((resolve) => {
    requestAnimationFrame((startedAt) => {
      const workStart = performance.now()
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        port1.close()
        resolve({ startedAt, workMs: performance.now() - workStart })
      })
      port1.start()
      step()
      port2.postMessage(null)
    })
  })
