import type { Page } from '@playwright/test'

/**
 * Differences of a colour channel that do not count, 0 to 255: the edges of rounded corners differ slightly when the
 * browser draws them again.
 */
const tolerance = 24

/** Compares two screenshots of the same size in a new page. Returns the number of pixels that differ. */
export async function changedPixels(page: Page, before: Buffer, after: Buffer): Promise<number> {
  const canvasPage = await page.context().newPage()
  try {
    return await canvasPage.evaluate(
      async ([images, tolerance]) => {
        const [first, second] = await Promise.all(
          images.map(async (base64) => {
            const image = new Image()
            image.src = `data:image/png;base64,${base64}`
            await image.decode()
            const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
            context.drawImage(image, 0, 0)
            return context.getImageData(0, 0, image.width, image.height).data
          }),
        )
        if (first!.length !== second!.length) return Number.POSITIVE_INFINITY
        const changed = new Set<number>()
        for (const [index, value] of first!.entries())
          if (Math.abs(value - second![index]!) > tolerance) changed.add(index >> 2)
        return changed.size
      },
      [[before.toString('base64'), after.toString('base64')], tolerance] as const,
    )
  } finally {
    await canvasPage.close()
  }
}
