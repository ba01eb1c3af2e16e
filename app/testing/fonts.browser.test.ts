import '#app/ui/base.css'
import { expect, test } from 'vitest'
import { applyFont, type TestFont } from './fonts.ts'

const sampleTexts = { Latin: 'Implied volatility 1,234.56 %', 'extended Latin': 'ğñšúžĞÑŠŽ' }

/** Width of a text in a font of the app, pixels. */
async function widthIn(font: TestFont, weight: number, text: string): Promise<number> {
  await applyFont(font)
  const probe = document.createElement('span')
  probe.style.cssText = `font: ${weight} 100px var(--sw-font); white-space: nowrap`
  probe.textContent = text
  document.body.append(probe)
  const { width } = probe.getBoundingClientRect()
  probe.remove()
  return width
}

test.each(Object.entries(sampleTexts))('the wide font is 15 % wider than Inter: %s', async (_, text) => {
  for (const weight of [400, 600]) {
    const inter = await widthIn('Inter', weight, text)
    // Glyph widths are rounded to pixels, so the sum differs slightly.
    expect(Math.abs((await widthIn('wide', weight, text)) / inter - 1.15)).toBeLessThan(0.01)
    // Switching back restores Inter.
    expect(await widthIn('Inter', weight, text)).toBe(inter)
  }
})
