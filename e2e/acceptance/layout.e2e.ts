/** Acceptance, widths and positions: points 1, 2, 8, 10, 14, 16 and 20 of the widget's checklist. */
import { themes } from '#contract/bridge/options/options.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { settle } from '#e2e/kit/page.ts'
import { requestIdeasSeparately } from '#e2e/kit/separate-ideas.ts'
import {
  boxes,
  clippedTexts,
  digitWidths,
  visibilityOf,
  overflows,
  rightEdges,
} from '#app/testing/layout-measurements.ts'
import { forEachPanel, narrow, openDrawn, setTheme, resize, wide } from './widget-helpers.ts'

test('acceptance 1: three panels from 1024 px, tabs below, and no overflow at any width', async ({
  demoPage,
  page,
}) => {
  const frame = await openDrawn(demoPage)
  const { widget } = demoPage
  const findings: string[] = []
  for (const theme of themes) {
    await setTheme(frame, theme)
    for (const width of [...wide, ...narrow]) {
      await resize(page, frame, width)
      const label = `${theme} at ${width}`
      await expect(widget.frame.locator('[data-panel]:visible'), label).toHaveCount(width < 1024 ? 1 : 3)
      await expect(widget.frame.locator('.tabs [role=tab]:visible'), label).toHaveCount(width < 1024 ? 3 : 0)
      await forEachPanel(widget, frame, async (panel) => {
        for (const overflow of await frame.evaluate(overflows))
          findings.push(`${label}, ${panel}: ${overflow}`)
      })
    }
  }
  expect(findings).toEqual([])
})

test('acceptance 2: numbers are aligned in columns, and all digits have the same width', async ({
  demoPage,
  page,
}) => {
  const frame = await openDrawn(demoPage)
  await resize(page, frame, 1440)
  const columns = ['.idea-price', '.idea-change bdi', '.idea-rank .rank > :last-child', '.idea-iv']
  const edges = await Promise.all(columns.map((column) => frame.evaluate(rightEdges, column)))
  for (const [index, column] of columns.entries()) {
    const columnEdges = edges[index] ?? []
    expect(columnEdges.length, column).toBeGreaterThan(10)
    expect(
      Math.max(...columnEdges) - Math.min(...columnEdges),
      `${column}: ${columnEdges.join(' ')}`,
    ).toBeLessThanOrEqual(0.5)
  }
  // The column of changes is right-aligned with the column of prices.
  expect(Math.abs((edges[0]?.[0] ?? 0) - (edges[1]?.[0] ?? 99))).toBeLessThanOrEqual(0.5)

  await demoPage.widget.why.root.getByRole('button', { name: 'View as table' }).click()
  const cells = [
    '.idea-price',
    '.idea-change bdi',
    '.why-price bdi',
    '.why-tables td',
    '.how-figures dd',
    '.how-matrix b',
  ]
  for (const cell of cells) {
    const widths = await demoPage.widget.frame.locator(cell).first().evaluate(digitWidths)
    expect(new Set(widths).size, `${cell}: ${widths.join(' ')}`).toBe(1)
  }
})

test('acceptance 8: data status and options document are visible at every width with any options', async ({
  demoPage,
  page,
}) => {
  const optionSets = [
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
  const findings: string[] = []
  for (const [index, options] of optionSets.entries()) {
    // A change of the hash alone would not reload the page.
    await page.goto('about:blank')
    const frame = await openDrawn(demoPage, options)
    const { frame: frameLocator } = demoPage.widget
    for (const width of [...wide, ...narrow]) {
      await resize(page, frame, width)
      await forEachPanel(demoPage.widget, frame, async (panel) => {
        const label = `options ${index} at ${width}, ${panel}`
        const optionsDocument = frameLocator.locator('[data-odd]')
        await expect(optionsDocument).toHaveAttribute('href', /^https:\/\/www\.theocc\.com\//)
        const chips = frameLocator.locator('.data-status .chip')
        await expect(chips, label).toHaveText([/Simulated/])
        for (const element of [
          optionsDocument,
          frameLocator.locator('.footer-risk'),
          ...(await chips.all()),
        ]) {
          const visibility = await element.evaluate(visibilityOf)
          if (visibility !== 'in sight')
            findings.push(`${label}: "${await element.textContent()}" ${visibility}`)
        }
      })
    }
  }
  expect(findings).toEqual([])
})

test('acceptance 10: nothing is cut off with text at 200 % or the page at 400 %', async ({
  demoPage,
  page,
}) => {
  const frame = await openDrawn(demoPage)
  const { widget } = demoPage
  const findings: string[] = []
  const findCutContent = async (label: string) => {
    await forEachPanel(widget, frame, async (panel) => {
      const cutContent = [
        ...(await frame.evaluate(overflows)),
        ...(await frame.evaluate(clippedTexts, false)),
      ]
      findings.push(...cutContent.map((finding) => `${label}, ${panel}: ${finding}`))
      // Content below the edge must be reachable by scrolling.
      const unreachable = await frame.evaluate(() => {
        const bodies = [...document.querySelectorAll<HTMLElement>('.panel-body')].filter((panelBody) =>
          panelBody.checkVisibility(),
        )
        return bodies
          .filter((body) => body.clientHeight < 80)
          .map((body) => `${body.parentElement?.id} is ${body.clientHeight} high`)
      })
      findings.push(...unreachable.map((finding) => `${label}, ${panel}: ${finding}`))
    })
  }
  // 1280 px at 400 % are 320 CSS pixels.
  await resize(page, frame, 320)
  await findCutContent('400 %')
  await frame.evaluate(() => (document.documentElement.style.fontSize = '32px'))
  for (const width of [1280, 768, 390]) {
    await resize(page, frame, width)
    await findCutContent(`200 % at ${width}`)
  }
  expect(findings).toEqual([])
})

test('acceptance 14: long names and German words cause no overflow and cut no number', async ({
  demoPage,
  page,
  site,
}) => {
  const longName =
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten Holdings International plc, Class B'
  await requestIdeasSeparately(page)
  await page.route('**/api/v1/platform/**', async (route) => {
    // Node does not resolve the host name that the browser uses for the service.
    const url = route.request().url().replace(site.widgetOrigin, site.serviceUrl)
    const response = await route.fetch({ url, headers: await route.request().allHeaders() })
    const text = (await response.text()).replaceAll(/"companyName":"[^"]*"/g, `"companyName":"${longName}"`)
    await route.fulfill({ response, body: text })
  })
  const frame = await openDrawn(demoPage, {
    locale: 'de',
    showNewsTab: true,
    showSupportButtons: true,
    showDisclaimer: true,
  })
  const { widget } = demoPage
  await expect(widget.root).toHaveAttribute('lang', 'de')
  await expect(widget.what.root.locator('.idea-name').first()).toHaveText(longName)
  const findings: string[] = []
  for (const width of [...wide, ...narrow]) {
    await resize(page, frame, width)
    await forEachPanel(widget, frame, async (panel) => {
      const cutContent = [
        ...(await frame.evaluate(overflows)),
        ...(await frame.evaluate(clippedTexts, false)),
      ]
      findings.push(...cutContent.map((finding) => `${width}, ${panel}: ${finding}`))
    })
  }
  expect(findings).toEqual([])
})

test('acceptance 16: everything is in one column when printed', async ({ demoPage, page }) => {
  const frame = await openDrawn(demoPage)
  await page.emulateMedia({ media: 'print' })
  await settle(frame)
  const panelBoxes = await frame.evaluate(boxes, {
    selectors: ['[data-panel=what]', '[data-panel=why]', '[data-panel=how]'],
  })
  const [what, why, how] = Object.values(panelBoxes) as [number[], number[], number[]]
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
  expect(await frame.evaluate(clippedTexts, true)).toEqual([])
  expect(await frame.locator('[data-idea]').count()).toBeGreaterThan(10)
  // A button whose text is also a label is printed; other buttons are not.
  const { frame: frameLocator } = demoPage.widget
  const labels = frameLocator.locator('.ideas thead th button, .how-card:visible .how-figures dt button')
  expect(await labels.count()).toBeGreaterThanOrEqual(6 + 6)
  for (const label of await labels.all()) {
    await expect(label).toBeVisible()
    expect(await label.textContent()).not.toBe('')
  }
  await expect(frameLocator.locator('.how-score button').first()).toBeVisible()
  for (const control of [
    '.search',
    '.header-tools',
    '.how-tools button',
    '.what-more',
    '.how-stepper button',
  ])
    await expect(frameLocator.locator(control).first(), control).toBeHidden()
  await expect(demoPage.widget.frame.locator('[data-odd]')).toBeVisible()
  // As a separate document, like a print of only the frame.
  const paper = await page.context().newPage()
  await paper.setContent(await frame.content())
  const pdf = await paper.pdf({ format: 'A4' })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await paper.close()
})

test('acceptance 20: three-panel-light differs from light only in gutters, cards and palette', async ({
  demoPage,
  page,
}) => {
  const frame = await openDrawn(demoPage, { theme: 'light' })
  const selectorsByPanel = {
    what: ['.panel-head h2', '.panel-toolbar', '.ideas thead th', '.idea th'],
    why: ['.panel-head h2', '.why-price', '.why-sentence', '.why-chart-bar'],
    how: ['.panel-head h2', '.how .segmented', '.how-position', '.how-matrix'],
  }
  const measure = async () => {
    const panels = await frame.evaluate(boxes, {
      selectors: Object.keys(selectorsByPanel).map((name) => `.panel-${name}`),
    })
    const parts: Record<string, number[]> = {}
    for (const [name, selectors] of Object.entries(selectorsByPanel)) {
      const partBoxes = await frame.evaluate(boxes, {
        selectors: selectors.map((selector) => `.panel-${name} ${selector}`),
        from: `.panel-${name} .panel-head`,
      })
      // Position and height; the width follows from the panel.
      for (const [selector, [left, top, , height]] of Object.entries(partBoxes))
        parts[selector] = [left ?? -1, top ?? -1, height ?? -1]
    }
    const bars = await frame.evaluate(boxes, {
      selectors: ['.header', '.footer', '.search', '.header-status'],
    })
    const typography = await frame.evaluate(() =>
      ['.panel-head h2', '.idea-symbol', '.why-price', '.how-figures dd', '.button'].map((selector) => {
        const style = getComputedStyle(document.querySelector(selector)!)
        return [selector, style.font, style.borderRadius, style.padding].join(' ')
      }),
    )
    return { panels, parts, bars, typography }
  }
  await resize(page, frame, 1440)
  const light = await measure()
  await setTheme(frame, 'three-panel-light')
  await settle(frame)
  const cards = await measure()
  expect(cards.bars).toEqual(light.bars)
  expect(cards.typography).toEqual(light.typography)
  // In a narrower card a sentence may need another line, but content above it must not move.
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
  for (const name of Object.keys(selectorsByPanel)) {
    const style = await frame.locator(`.panel-${name}`).evaluate((panel) => {
      const { borderRadius, borderWidth, boxShadow } = getComputedStyle(panel)
      return { borderRadius, borderWidth, boxShadow }
    })
    expect(style).toEqual({ borderRadius: '10px', borderWidth: '1px', boxShadow: 'none' })
  }
  // Narrow widths have no gutters: both themes are identical to the pixel.
  for (const width of narrow) {
    await resize(page, frame, width)
    const cardsMeasurements = await measure()
    await setTheme(frame, 'light')
    await settle(frame)
    expect(await measure(), String(width)).toEqual(cardsMeasurements)
    await setTheme(frame, 'three-panel-light')
  }
})
