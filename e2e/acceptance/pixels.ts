/** Reads screenshots with the browser's image decoder. */
import type { Page } from '@playwright/test'

/**
 * Brightness of a part of a PNG (base64): the share of pixels above `limit`, and the mean. Brightness is the relative
 * luminance of sRGB, 0 to 1. `canvas` is any page; it decodes the image.
 */
export const brightness = (
  canvas: Page,
  png: string,
  part: { x: number; y: number; width: number; height: number },
  limit: number,
): Promise<{ share: number; mean: number }> =>
  canvas.evaluate(
    async ([data, { x, y, width, height }, threshold]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const surface = new OffscreenCanvas(image.width, image.height)
      const context = surface.getContext('2d')!
      context.drawImage(image, 0, 0)
      const right = Math.min(image.width, x + width)
      const bottom = Math.min(image.height, y + height)
      const pixels = context.getImageData(x, y, right - x, bottom - y).data
      const linear = Float64Array.from({ length: 256 }, (_, value) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      )
      let brightCount = 0
      let sum = 0
      for (let index = 0; index < pixels.length; index += 4) {
        const luminance =
          0.2126 * linear[pixels[index]!]! +
          0.7152 * linear[pixels[index + 1]!]! +
          0.0722 * linear[pixels[index + 2]!]!
        if (luminance > threshold) brightCount += 1
        sum += luminance
      }
      return { share: (brightCount * 4) / pixels.length, mean: (sum * 4) / pixels.length }
    },
    [png, part, limit] as const,
  )
