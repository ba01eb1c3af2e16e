import { afterEach, expect, test } from 'vitest'
import { lineFaults, overflows } from './layout-measurements.ts'

afterEach(() => document.body.replaceChildren())

test('overflows names the element that protrudes, without the scope of its module', () => {
  document.body.innerHTML =
    '<div class="footer" style="width: 100px"><p class="note"><b class="wide" style="display: block; width: 140px">text</b></p></div>'
  // Playwright passes only the source of the function to the page.
  const script = document.createElement('script')
  script.textContent = `document.title = (${String(overflows)})().join()`
  const fault = '.footer holds 140 in 100: note > wide "text" by 40'
  expect(overflows()).toEqual([fault])
  document.head.append(script)
  script.remove()
  expect(document.title).toBe(fault)
})

test('the order line covers no other text', () => {
  document.body.innerHTML =
    '<p style="height: 20px; margin: 0">Break-even</p><div class="how-trade" style="margin-top: -20px">Review</div>'
  expect(lineFaults()).toEqual([expect.stringMatching(/^"Break-even" and "Review" overlap by/)])
})
