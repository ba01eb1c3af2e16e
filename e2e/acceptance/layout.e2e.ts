/** Acceptance, widths and positions: points 1, 2, 8, 10, 14, 16 and 20 of the widget's checklist. */
import { themes } from '#contract/bridge/options.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { settle } from '#e2e/kit/page.ts'
import { boxes, cutTexts, digitWidths, inSight, overflows, rightEdges } from '#app/testing/measure.ts'
import { forEachPanel, narrow, openDrawn, setTheme, resize, wide } from './stage.ts'

test('acceptance 1: three panels from 1024 px, tabs below, and no overflow at any width', async ({
  embed,
  page,
}) => {
  const frame = await openDrawn(embed)
  const { widget } = embed
  const found: string[] = []
  for (const theme of themes) {
    await setTheme(frame, theme)
    for (const width of [...wide, ...narrow]) {
      await resize(page, frame, width)
      const label = `${theme} at ${width}`
      await expect(widget.frame.locator('[data-panel]:visible'), label).toHaveCount(width < 1024 ? 1 : 3)
      await expect(widget.frame.locator('.tabs [role=tab]:visible'), label).toHaveCount(width < 1024 ? 3 : 0)
      await forEachPanel(widget, frame, async (which) => {
        for (const one of await frame.evaluate(overflows)) found.push(`${label}, ${which}: ${one}`)
      })
    }
  }
  expect(found).toEqual([])
})

test('acceptance 2: numbers are aligned in columns, and all digits have the same width', async ({
  embed,
  page,
}) => {
  const frame = await openDrawn(embed)
  await resize(page, frame, 1440)
  const columns = ['.idea-price', '.idea-change bdi', '.idea-rank .rank > :last-child', '.idea-iv']
  const edges = await Promise.all(columns.map((column) => frame.evaluate(rightEdges, column)))
  for (const [index, column] of columns.entries()) {
    const of = edges[index] ?? []
    expect(of.length, column).toBeGreaterThan(10)
    expect(Math.max(...of) - Math.min(...of), `${column}: ${of.join(' ')}`).toBeLessThanOrEqual(0.5)
  }
  // The change is below its price.
  expect(Math.abs((edges[0]?.[0] ?? 0) - (edges[1]?.[0] ?? 99))).toBeLessThanOrEqual(0.5)

  await embed.widget.why.root.getByRole('button', { name: 'View as table' }).click()
  const cells = [
    '.idea-price',
    '.idea-change bdi',
    '.why-price bdi',
    '.why-tables td',
    '.how-figures dd',
    '.how-matrix b',
  ]
  for (const cell of cells) {
    const widths = await embed.widget.frame.locator(cell).first().evaluate(digitWidths)
    expect(new Set(widths).size, `${cell}: ${widths.join(' ')}`).toBe(1)
  }
})

test('acceptance 8: data status and options document are visible at every width with any options', async ({
  embed,
  page,
}) => {
  const sets = [
    {},
    {
      showSupportButtons: true,
      showDisclaimer: true,
      showBusinessInquiries: true,
      showSocialButtons: true,
      showNewsTab: true,
    },
    { showHeader: false, showMarketToneInHeader: false, showWhatPanel: false, hideLocalizationOptions: true },
  ] as const
  const found: string[] = []
  for (const [index, options] of sets.entries()) {
    // A change of only the hash would not reload the page.
    await page.goto('about:blank')
    const frame = await openDrawn(embed, options)
    const { frame: inside } = embed.widget
    for (const width of [...wide, ...narrow]) {
      await resize(page, frame, width)
      await forEachPanel(embed.widget, frame, async (which) => {
        const label = `options ${index} at ${width}, ${which}`
        const odd = inside.locator('[data-odd]')
        await expect(odd).toHaveAttribute('href', /^https:\/\/www\.theocc\.com\//)
        const chips = inside.locator('.data-status .chip')
        await expect(chips, label).toHaveText([/Live|Delayed|closed/i, /Simulated/])
        for (const one of [odd, inside.locator('.footer-risk'), ...(await chips.all())]) {
          const seen = await one.evaluate(inSight)
          if (seen !== 'in sight') found.push(`${label}: "${await one.textContent()}" ${seen}`)
        }
      })
    }
  }
  expect(found).toEqual([])
})

test('acceptance 10: nothing is cut off with text at 200 % or the page at 400 %', async ({ embed, page }) => {
  const frame = await openDrawn(embed)
  const { widget } = embed
  const found: string[] = []
  const lossless = async (at: string) => {
    await forEachPanel(widget, frame, async (which) => {
      const cut = [...(await frame.evaluate(overflows)), ...(await frame.evaluate(cutTexts, false))]
      found.push(...cut.map((finding) => `${at}, ${which}: ${finding}`))
      // Content below the edge must be reachable by scrolling.
      const unreachable = await frame.evaluate(() => {
        const bodies = [...document.querySelectorAll<HTMLElement>('.panel-body')].filter((one) =>
          one.checkVisibility(),
        )
        return bodies
          .filter((body) => body.clientHeight < 80)
          .map((body) => `${body.parentElement?.id} is ${body.clientHeight} high`)
      })
      found.push(...unreachable.map((finding) => `${at}, ${which}: ${finding}`))
    })
  }
  // 1280 px at 400 % are 320 CSS pixels.
  await resize(page, frame, 320)
  await lossless('400 %')
  await frame.evaluate(() => (document.documentElement.style.fontSize = '32px'))
  for (const width of [1280, 768, 390]) {
    await resize(page, frame, width)
    await lossless(`200 % at ${width}`)
  }
  expect(found).toEqual([])
})

test('acceptance 14: long names and German words cause no overflow and cut no number', async ({
  embed,
  page,
  site,
}) => {
  const long =
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten Holdings International plc, Class B'
  await page.route('**/api/v1/platform/**', async (route) => {
    // Node knows the service under another name than the browser.
    const url = route.request().url().replace(site.widgetOrigin, site.serviceUrl)
    const response = await route.fetch({ url, headers: await route.request().allHeaders() })
    const text = (await response.text()).replaceAll(/"companyName":"[^"]*"/g, `"companyName":"${long}"`)
    await route.fulfill({ response, body: text })
  })
  const frame = await openDrawn(embed, {
    locale: 'de',
    showNewsTab: true,
    showSupportButtons: true,
    showDisclaimer: true,
  })
  const { widget } = embed
  await expect(widget.root).toHaveAttribute('lang', 'de')
  await expect(widget.what.root.locator('.idea-name').first()).toHaveText(long)
  const found: string[] = []
  for (const width of [...wide, ...narrow]) {
    await resize(page, frame, width)
    await forEachPanel(widget, frame, async (which) => {
      const cut = [...(await frame.evaluate(overflows)), ...(await frame.evaluate(cutTexts, false))]
      found.push(...cut.map((finding) => `${width}, ${which}: ${finding}`))
    })
  }
  expect(found).toEqual([])
})

test('acceptance 16: everything is in one column when printed', async ({ embed, page }) => {
  const frame = await openDrawn(embed)
  await page.emulateMedia({ media: 'print' })
  await settle(frame)
  const at = await frame.evaluate(boxes, {
    selectors: ['[data-panel=what]', '[data-panel=why]', '[data-panel=how]'],
  })
  const [what, why, how] = Object.values(at) as [number[], number[], number[]]
  for (const [above, below] of [
    [what, why],
    [why, how],
  ] as const) {
    expect(below[0]).toBe(above[0])
    expect(below[2]).toBe(above[2])
    expect(below[1]).toBeGreaterThanOrEqual((above[1] ?? 0) + (above[3] ?? 0))
  }
  // Nothing scrolls inside an element, so all content is printed.
  const hidden = await frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.w, .main, .panels, .panel, .panel-body')]
      .filter(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 &&
          getComputedStyle(element).overflowY !== 'visible',
      )
      .map((element) => element.className),
  )
  expect(hidden).toEqual([])
  expect(await frame.evaluate(cutTexts, true)).toEqual([])
  expect(await frame.locator('[data-idea]').count()).toBeGreaterThan(10)
  // Elements that are both button and label stay; pure buttons are removed.
  const { frame: inside } = embed.widget
  const labels = inside.locator('.ideas thead th button, .how-card:visible .how-figures dt button')
  expect(await labels.count()).toBeGreaterThanOrEqual(6 + 6)
  for (const label of await labels.all()) {
    await expect(label).toBeVisible()
    expect(await label.textContent()).not.toBe('')
  }
  await expect(inside.locator('.how-score button').first()).toBeVisible()
  for (const control of [
    '.search',
    '.header-tools',
    '.how-tools button',
    '.what-more',
    '.how-stepper button',
  ])
    await expect(inside.locator(control).first(), control).toBeHidden()
  await expect(embed.widget.frame.locator('[data-odd]')).toBeVisible()
  // As a separate document, as when a reader prints the frame.
  const paper = await page.context().newPage()
  await paper.setContent(await frame.content())
  const pdf = await paper.pdf({ format: 'A4' })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await paper.close()
})

test('acceptance 20: three-panel-light differs from light only in gutters, cards and palette', async ({
  embed,
  page,
}) => {
  const frame = await openDrawn(embed, { theme: 'light' })
  const inside = {
    what: ['.panel-head h2', '.panel-toolbar', '.ideas thead th', '.idea th'],
    why: ['.panel-head h2', '.why-price', '.why-sentence', '.why-chart-bar'],
    how: ['.panel-head h2', '.how .segmented', '.how-position', '.how-matrix'],
  }
  const measure = async () => {
    const panels = await frame.evaluate(boxes, {
      selectors: Object.keys(inside).map((name) => `.panel-${name}`),
    })
    const parts: Record<string, number[]> = {}
    for (const [name, selectors] of Object.entries(inside)) {
      const found = await frame.evaluate(boxes, {
        selectors: selectors.map((selector) => `.panel-${name} ${selector}`),
        from: `.panel-${name} .panel-head`,
      })
      // Position and height; the width follows from the panel.
      for (const [selector, [left, top, , height]] of Object.entries(found))
        parts[selector] = [left ?? -1, top ?? -1, height ?? -1]
    }
    const bars = await frame.evaluate(boxes, {
      selectors: ['.header', '.footer', '.search', '.header-status'],
    })
    const type = await frame.evaluate(() =>
      ['.panel-head h2', '.idea-symbol', '.why-price', '.how-figures dd', '.button'].map((selector) => {
        const style = getComputedStyle(document.querySelector(selector)!)
        return [selector, style.font, style.borderRadius, style.padding].join(' ')
      }),
    )
    return { panels, parts, bars, type }
  }
  await resize(page, frame, 1440)
  const light = await measure()
  await setTheme(frame, 'three-panel-light')
  await settle(frame)
  const cards = await measure()
  expect(cards.bars).toEqual(light.bars)
  expect(cards.type).toEqual(light.type)
  // A sentence may need another line in a narrower card; content above it may not move.
  for (const name of [
    '.panel-what .ideas thead th',
    '.panel-why .why-sentence',
    '.panel-how .how-position',
    '.panel-how .how-matrix',
  ])
    expect(cards.parts[name], name).toEqual(light.parts[name])
  // Gutters of 12 px around and between the cards, each with its border.
  const [what, why, how] = Object.values(cards.panels) as [number[], number[], number[]]
  const gutters = [
    what[0]!,
    why[0]! - what[0]! - what[2]!,
    how[0]! - why[0]! - why[2]!,
    1440 - how[0]! - how[2]!,
  ]
  for (const gutter of gutters) expect(Math.abs(gutter - 12), String(gutters)).toBeLessThanOrEqual(1)
  for (const name of Object.keys(inside)) {
    const style = await frame.locator(`.panel-${name}`).evaluate((panel) => {
      const { borderRadius, borderWidth, boxShadow } = getComputedStyle(panel)
      return { borderRadius, borderWidth, boxShadow }
    })
    expect(style).toEqual({ borderRadius: '10px', borderWidth: '1px', boxShadow: 'none' })
  }
  // Narrow widths have no gutters: both themes are identical to the pixel.
  for (const width of narrow) {
    await resize(page, frame, width)
    const theirs = await measure()
    await setTheme(frame, 'light')
    await settle(frame)
    expect(await measure(), String(width)).toEqual(theirs)
    await setTheme(frame, 'three-panel-light')
  }
})
