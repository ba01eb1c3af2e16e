/** Runs one step of a movement per frame and measures each frame. Runs in the page. */

/** Milliseconds from a frame's start to its paint, and since the previous frame's start. */
export type Frame = { work: number; gap: number }

/** Runs one step in each of `count` frames. */
export async function measureFrames(count: number, step: (index: number) => void): Promise<Frame[]> {
  const frames: Frame[] = []
  let previousStart = 0
  for (let i = 0; i < count; i++) {
    const { began: startedAt, work } = await frame(() => step(i))
    frames.push({ work, gap: previousStart === 0 ? 0 : startedAt - previousStart })
    previousStart = startedAt
  }
  // The first frame has no gap.
  return frames.slice(1)
}

/** A message posted in a frame is delivered after its paint. */
const frame = (step: () => void): Promise<{ began: number; work: number }> =>
  new Promise((resolve) => {
    requestAnimationFrame((startedAt) => {
      const start = performance.now()
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        port1.close()
        resolve({ began: startedAt, work: performance.now() - start })
      })
      port1.start()
      step()
      port2.postMessage(null)
    })
  })
