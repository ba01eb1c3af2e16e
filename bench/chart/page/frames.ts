/** One movement after another, a frame each, and how long each frame takes. In the page. */

/** What one frame took: from its beginning until it is painted, and since the frame before; milliseconds. */
export type Frame = { work: number; gap: number }

/** Does one step in each of so many frames. */
export async function framesOf(count: number, step: (index: number) => void): Promise<Frame[]> {
  const frames: Frame[] = []
  let before = 0
  for (let i = 0; i < count; i++) {
    const { began, work } = await frame(() => step(i))
    frames.push({ work, gap: before === 0 ? 0 : began - before })
    before = began
  }
  // Of the first there is no gap.
  return frames.slice(1)
}

/** A message posted in a frame is delivered after its paint. */
const frame = (act: () => void): Promise<{ began: number; work: number }> =>
  new Promise((resolve) => {
    requestAnimationFrame((began) => {
      const start = performance.now()
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        port1.close()
        resolve({ began, work: performance.now() - start })
      })
      port1.start()
      act()
      port2.postMessage(null)
    })
  })
