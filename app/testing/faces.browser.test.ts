import '#app/ui/base.css'
import { expect, test } from 'vitest'
import { drawIn, type Face } from './faces.ts'

const letters = { Latin: 'Implied volatility 1,234.56 %', 'extended Latin': 'ğñšúžĞÑŠŽ' }

/** Pixels that the app's body text takes in a face. */
async function widthIn(face: Face, weight: number, text: string): Promise<number> {
  await drawIn(face)
  const probe = document.createElement('span')
  probe.style.cssText = `font: ${weight} 100px var(--sw-font); white-space: nowrap`
  probe.textContent = text
  document.body.append(probe)
  const { width } = probe.getBoundingClientRect()
  probe.remove()
  return width
}

test.each(Object.entries(letters))(
  'what is drawn wide is 15 percent wider than in Inter: %s',
  async (_, text) => {
    for (const weight of [400, 600]) {
      const inter = await widthIn('Inter', weight, text)
      // Glyphs are set on whole pixels, so that the sum is a little off.
      expect(Math.abs((await widthIn('wide', weight, text)) / inter - 1.15)).toBeLessThan(0.01)
      // There and back: the last one said is what is drawn.
      expect(await widthIn('Inter', weight, text)).toBe(inter)
    }
  },
)
