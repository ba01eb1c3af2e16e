/** Acceptance, perception and settings: points 3, 4, 7, 11, 12, 13 and 15 of the widget's checklist. */
import { themes } from '#contract/bridge/options/options.ts'
import { analyze, insideWidget } from '#e2e/kit/axe.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { frameOf, settle } from '#e2e/kit/page.ts'
import { brightness } from './pixels.ts'
import { openDrawn, setTheme, resize } from './widget-helpers.ts'

test('acceptance 3: no information is conveyed by colour only', async ({ demoPage, page }, info) => {
  const frame = await openDrawn(demoPage, { showNewsTab: true })
  await resize(page, frame, 1440)
  await demoPage.widget.action('reasons').click()
  await expect(demoPage.widget.how.root.locator('.how-checklist li').first()).toBeVisible()
  // Finds texts in a colour of direction or severity, and checks that a sign or word conveys the same.
  const { checkedCount, colourOnly } = await frame.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    const probe = document.body.appendChild(document.createElement('i'))
    const tokens = new Map<string, string>()
    for (const name of ['bull', 'bear', 'good', 'bad', 'bull-line', 'bear-line', 'warn']) {
      probe.style.color = style.getPropertyValue(`--sw-${name}`)
      tokens.set(getComputedStyle(probe).color, name)
    }
    probe.remove()
    const nonColourSign = /[+−✓✕!⚠]|bullish|bearish|gain|lose|loss|profit|support|resistance|[SR][ ↑↓]\d/i
    /** Whether the element contains a drawn arrow. */
    const hasArrow = (element: Element | null) =>
      [...(element?.querySelectorAll<HTMLElement>('.arrow') ?? [])].some(
        (arrow) =>
          arrow.offsetWidth > 0 &&
          arrow.offsetHeight > 0 &&
          getComputedStyle(arrow).clipPath.startsWith('polygon'),
      )
    const texts: string[] = []
    const dashPatterns: string[] = []
    const colourOnly: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('.w *')) {
      if (!element.checkVisibility()) continue
      const hasOwnText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent?.trim(),
      )
      const { color } = getComputedStyle(element)
      if (hasOwnText && tokens.has(color) && !(element instanceof SVGElement)) {
        const context = element.closest(
          '.change, .sentiment, .chip, .how-blocked, .how-warning, .why-rule-mark, li, tr, p',
        )
        texts.push(element.textContent ?? '')
        if (!hasArrow(context) && !nonColourSign.test(context?.textContent ?? ''))
          colourOnly.push(`${element.className}: ${element.textContent}`)
      }
    }
    // Rows: the rail has a colour, and the label beside it an arrow and a word.
    for (const row of document.querySelectorAll('[data-idea]'))
      if (
        !hasArrow(row.querySelector('.sentiment:has(> .arrow:first-child)')) ||
        !/Bullish|Bearish|Neutral/.test(row.querySelector('.sentiment')?.textContent ?? '')
      )
        colourOnly.push(`row ${row.getAttribute('data-idea')}`)
    // Lines of the chart: supports are dashed, resistances dotted, and each has its letter.
    const dashPattern = (selector: string) => {
      const line = document.querySelector(`path${selector}`)
      return line ? getComputedStyle(line).strokeDasharray : 'none'
    }
    dashPatterns.push(dashPattern('.why-support'), dashPattern('.why-resistance'))
    if (new Set([...dashPatterns, 'none']).size !== 3)
      colourOnly.push(`level lines: ${dashPatterns.join(' / ')}`)
    for (const tag of document.querySelectorAll('.why-tag-S text, .why-tag-R text'))
      if (!/^[SR]/.test(tag.textContent ?? '')) colourOnly.push(`tag ${tag.textContent}`)
    // Payoff: the loss area is hatched, the gain area is not.
    if (!document.querySelector('.how-payoff pattern .how-hatch'))
      colourOnly.push('the loss area has no hatching')
    // Checklist: three severities, three shapes, three words.
    const shapes = new Map<string, Set<string>>()
    for (const item of document.querySelectorAll('.how-checklist li')) {
      const mark = item.querySelector('.how-check')!
      const outline = mark.firstElementChild!
      const shape = `${outline.tagName} ${outline.getAttribute('rx')} ${mark.lastElementChild?.getAttribute('d')}`
      const severity = mark.getAttribute('data-severity') ?? ''
      shapes.set(severity, (shapes.get(severity) ?? new Set()).add(shape))
      if (!item.querySelector('.visually-hidden')?.textContent?.trim())
        colourOnly.push(`checklist: ${item.textContent}`)
    }
    const allShapes = [...shapes.values()].flatMap((set) => [...set])
    if (shapes.size < 2 || new Set(allShapes).size !== shapes.size)
      colourOnly.push(`checklist shapes: ${allShapes.join(' / ')}`)
    return { checkedCount: texts.length, colourOnly }
  })
  expect(checkedCount).toBeGreaterThan(20)
  expect(colourOnly).toEqual([])
  // A greyscale picture for inspection.
  await frame.evaluate(() => (document.documentElement.style.filter = 'grayscale(1)'))
  await info.attach('grey', {
    body: await page.locator('#widget iframe').screenshot(),
    contentType: 'image/png',
  })
})

test('acceptance 4: every text has sufficient contrast in every theme', async ({ demoPage, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const frame = await openDrawn(demoPage, { showNewsTab: true, showDisclaimer: true })
  for (const theme of themes) {
    await setTheme(frame, theme)
    await settle(frame)
    const { passes, violations } = await analyze(page, { include: insideWidget, rules: ['color-contrast'] })
    expect(
      violations.flatMap(({ nodes }) =>
        nodes.map((node) => `${theme} ${node.target.join(' ')} ${node.failureSummary}`),
      ),
    ).toEqual([])
    expect(passes.flatMap(({ nodes }) => nodes).length, theme).toBeGreaterThan(100)
  }
})

test('acceptance 7: nothing flashes white while the dark theme loads', async ({ demoPage, page }) => {
  await page.setViewportSize({ width: 1320, height: 1000 })
  await page.emulateMedia({ colorScheme: 'dark' })
  // The page before the first one is captured too, and would be white.
  await page.goto('data:text/html,<body style="background: black">')
  const client = await page.context().newCDPSession(page)
  const shots: { time: number; data: string }[] = []
  let navigatedAt = 0
  client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    shots.push({ time: (metadata.timestamp ?? 0) * 1000 - navigatedAt, data })
    void client.send('Page.screencastFrameAck', { sessionId })
  })
  // Captures every frame that the browser displays, from the page's first one.
  await client.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  navigatedAt = Date.now()
  await demoPage.open({ theme: 'dark', stage: '1280', symbol: 'AAPL' })
  const iframe = demoPage.stage.locator('iframe')
  await iframe.waitFor()
  await expect(demoPage.status).toHaveText('Ready')
  await demoPage.widget.how.ready()
  await client.send('Page.stopScreencast')
  const box = await iframe.boundingBox()
  if (!box) throw new Error('the frame has no bounding box')
  expect(shots.length).toBeGreaterThan(3)
  // Texts may be bright; empty areas may not.
  const canvas = await page.context().newPage()
  for (const { time, data } of shots) {
    const { share, mean } = await brightness(canvas, data, box, 0.5)
    expect(share, `${time.toFixed(0)} ms: share of bright pixels`).toBeLessThan(0.12)
    expect(mean, `${time.toFixed(0)} ms: mean brightness`).toBeLessThan(0.2)
  }
  await canvas.close()
})

test('acceptance 11: right to left, everything but time and numbers is mirrored', async ({
  demoPage,
  page,
}, info) => {
  const frame = await openDrawn(demoPage, { locale: 'ar' })
  await resize(page, frame, 1280)
  const { root, what, why, how } = demoPage.widget
  await expect(root).toHaveAttribute('dir', 'rtl')
  await expect(root).toHaveAttribute('lang', 'ar')
  const left = async (locator: typeof root) => (await locator.boundingBox())?.x ?? Number.NaN
  // The panel What is at the right, How at the left.
  expect(await left(what.root)).toBeGreaterThan(await left(why.root))
  expect(await left(why.root)).toBeGreaterThan(await left(how.root))
  expect(await left(what.root.locator('.idea th').first())).toBeGreaterThan(
    await left(what.root.locator('.idea .idea-outlook').first()),
  )
  // Time and the payoff's prices still increase to the right.
  const ticks = await why.root.locator('.why-marks > .why-tick').evaluateAll((texts) =>
    texts.map((text) => ({
      x: Number(text.getAttribute('x')),
      y: Number(text.getAttribute('y')),
      text: text.textContent,
    })),
  )
  const lowest = Math.max(...ticks.map(({ y }) => y))
  const months = ticks.filter(({ y }) => y === lowest)
  expect(months.length).toBeGreaterThan(2)
  expect(months.map(({ x }) => x)).toEqual(months.map(({ x }) => x).toSorted((a, b) => a - b))
  await expect(why.root.locator('.why-chart')).toHaveCSS('direction', 'ltr')
  const low = await how.root.locator('.how-label-low').first().boundingBox()
  const high = await how.root.locator('.how-label-high').first().boundingBox()
  expect(low!.x).toBeLessThan(high!.x)
  // Symbols and prices keep Latin digits and their own direction.
  for (const number of ['.idea-price', '.idea-symbol bdi', '.why-price bdi']) {
    const element = demoPage.widget.frame.locator(number).first()
    await expect(element).toHaveAttribute('dir', 'ltr')
    // Intl puts direction marks around amounts of money.
    await expect(element).toHaveText(/^[$\dA-Z.,\s\u200e\u200f]+$/)
  }
  await info.attach('ar', {
    body: await page.locator('#widget iframe').screenshot(),
    contentType: 'image/png',
  })
})

test('acceptance 12: every boundary and mark is visible with forced colours', async ({
  demoPage,
  page,
}, info) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const frame = await openDrawn(demoPage)
  await resize(page, frame, 1280)
  expect(await frame.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
  const findings = await frame.evaluate(() => {
    const findings: string[] = []
    const checkEdges = (selector: string) => {
      for (const element of document.querySelectorAll(selector)) {
        if (!element.checkVisibility()) continue
        const style = getComputedStyle(element)
        const hasBorder = ['Top', 'Right', 'Bottom', 'Left'].some(
          (side) =>
            Number.parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) > 0 &&
            style.getPropertyValue(`border-${side.toLowerCase()}-color`) !== style.backgroundColor,
        )
        const hasOutline = style.outlineStyle !== 'none'
        if (!hasBorder && !hasOutline) findings.push(`${selector} has no edge`)
      }
    }
    for (const selector of [
      '.header',
      '.footer',
      '.panel-head',
      '.segmented',
      '.chip',
      '.how-card',
      '.sentiment:not(.sentiment-plain)',
      '.button-primary',
      '.how-matrix [data-cell]',
    ])
      checkEdges(selector)
    // Panels are separated by a line, not only by their background.
    const panels = [...document.querySelectorAll('.panel')].filter((panel) => panel.checkVisibility())
    for (const panel of panels.slice(1)) {
      const style = getComputedStyle(panel)
      if (Number.parseFloat(style.borderInlineStartWidth) === 0)
        findings.push(`${panel.className}: no line to its neighbour`)
    }
    // A selected item looks selected.
    const selected = document.querySelector('.segmented [aria-checked=true]')!
    const other = document.querySelector('.segmented [aria-checked=false]')!
    if (getComputedStyle(selected).backgroundColor === getComputedStyle(other).backgroundColor)
      findings.push('the selected item looks like the others')
    // Bars and lines are drawn in a colour that is not the background's.
    const background = getComputedStyle(document.body).backgroundColor
    for (const selector of ['.meter-fill', '.bars i', '.idea > th'])
      for (const element of [...document.querySelectorAll(selector)].slice(0, 3)) {
        const style =
          selector === '.idea > th' ? getComputedStyle(element, '::before') : getComputedStyle(element)
        if (
          style.backgroundColor === background &&
          ![style.borderStyle, style.outlineStyle].includes('solid')
        )
          findings.push(`${selector} is invisible`)
      }
    for (const selector of ['.why-line', '.how-gain-line', '.how-loss-line', '.how-zero']) {
      const line = document.querySelector(selector)
      const { stroke } = line ? getComputedStyle(line) : { stroke: 'none' }
      if (stroke === 'none' || stroke === background) findings.push(`${selector} is invisible`)
    }
    return [...new Set(findings)]
  })
  await info.attach('forced', {
    body: await page.locator('#widget iframe').screenshot(),
    contentType: 'image/png',
  })
  expect(findings).toEqual([])
})

test('acceptance 13: with reduced motion, the only animation is a mark that replaces the flash, without transition', async ({
  workbench,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await workbench.open({ scenario: 'busy', symbol: 'AAPL' }, { runsClock: true })
  await workbench.widget.how.ready()
  const frame = await frameOf(page)
  // Records all animations while hundreds of quotes arrive.
  const animations = await frame.evaluate(async () => {
    const descriptions = new Set<string>()
    const endTime = performance.now() + 2500
    while (performance.now() < endTime) {
      await new Promise(requestAnimationFrame)
      for (const animation of document.getAnimations()) {
        const effect = animation.effect as KeyframeEffect
        const frames = effect.getKeyframes()
        const changed = Object.keys(frames[0] ?? {}).filter((key) => !/offset|easing|composite/i.test(key))
        descriptions.add(`${effect.target?.className} ${changed.join()} ${effect.getTiming().easing}`)
      }
    }
    return [...descriptions]
  })
  expect(animations.length).toBeGreaterThan(0)
  // The mark appears and disappears without a transition.
  expect(animations.filter((kind) => !kind.startsWith('flash boxShadow steps(1'))).toEqual([])
  for (const selector of ['.button', '.segmented button', '.how-matrix [data-cell]'])
    await expect(workbench.widget.frame.locator(selector).first()).toHaveCSS('transition-duration', '0s')
})

test('acceptance 15: a row flashes once in two seconds, and two rows at a time', async ({
  workbench,
  page,
}) => {
  await page.addInitScript(() => {
    const flashes: [Element, number][] = []
    Object.assign(window, { flashes })
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
    const { animate } = Element.prototype
    Element.prototype.animate = function (...args) {
      flashes.push([this.closest('tr, [data-quote]') ?? this, performance.now()])
      return animate.apply(this, args)
    }
  })
  await workbench.open({ scenario: 'busy', symbol: 'AAPL' }, { runsClock: true })
  await workbench.widget.how.ready()
  const frame = await frameOf(page)
  const flashCounts = () =>
    frame.evaluate(() => {
      const flashes = Reflect.get(window, 'flashes') as [Element, number][]
      const most = (countFrom: (flash: [Element, number]) => number) => Math.max(0, ...flashes.map(countFrom))
      return {
        repeated: new Set(
          flashes
            .filter(([row], index) => flashes.findIndex(([other]) => other === row) < index)
            .map(([row]) => row),
        ).size,
        mostOfRow: most(
          ([row, start]) =>
            flashes.filter(([other, time]) => other === row && time >= start && time < start + 1990).length,
        ),
        mostAtOnce: most(
          ([, start]) => flashes.filter(([, time]) => time >= start && time < start + 600).length,
        ),
      }
    })
  // Some rows have flashed again, so they have reached their limit.
  await expect.poll(async () => (await flashCounts()).repeated, { timeout: 20_000 }).toBeGreaterThan(3)
  expect(await flashCounts()).toMatchObject({ mostOfRow: 1, mostAtOnce: 2 })
})
