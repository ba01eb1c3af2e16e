/**
 * Runs axe on a page, frame by frame. axe's package for Playwright silently skips a frame if injecting axe takes more
 * than a second, as on a busy machine; here every frame is checked, or the test fails.
 */
import axe, {
  type AxeResults,
  type FrameContext,
  type FrameContextObject,
  type PartialResults,
  type RunOptions,
} from 'axe-core'
import { expect, type Frame, type Page } from '@playwright/test'

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the page's own globals, by declaration merging
  interface Window {
    axe: typeof axe
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The widget's frame on these pages, as axe's selectors for frames: the iframe, then its document. */
export const insideWidget = ['#widget iframe', 'html']

type AxeOptions = { include?: string[]; exclude?: string; rules?: readonly string[] | undefined }

/**
 * Checks a frame and its child frames, in the order that `finishRun` expects. Results are passed as JSON: Firefox
 * takes most of a minute to transfer that many objects.
 */
async function analyzeFrame(
  frame: Frame,
  context: FrameContextObject,
  options: RunOptions,
): Promise<PartialResults> {
  await frame.evaluate(axe.source)
  const json = await frame.evaluate(
    async ([context, options]) =>
      JSON.stringify([
        await window.axe.runPartial(context, options),
        window.axe.utils.getFrameContexts(context, options),
      ]),
    [context, options] as const,
  )
  const [frameResult, childContexts] = JSON.parse(json) as [PartialResults[number], FrameContext[]]
  const partialResults: PartialResults = [frameResult]
  for (const { frameSelector, frameContext } of childContexts) {
    const element = await frame.evaluateHandle(
      (selector) => window.axe.utils.shadowSelect(selector),
      frameSelector,
    )
    const child = await element.asElement()?.contentFrame()
    partialResults.push(...(child ? await analyzeFrame(child, frameContext, options) : [null]))
  }
  return partialResults
}

/** Runs axe on the page. `rules` selects single rules; the default is WCAG 2.2 AA and axe's best practices. */
export async function analyze(page: Page, { include, exclude, rules }: AxeOptions = {}): Promise<AxeResults> {
  const context = { include: [include ?? ['html']], exclude: exclude === undefined ? [] : [[exclude]] }
  const runOnly = rules
    ? { type: 'rule' as const, values: [...rules] }
    : { type: 'tag' as const, values: tags }
  const partialResults = await analyzeFrame(page.mainFrame(), context, { runOnly })
  const json = await page.evaluate(
    async (results) => {
      const [partialResults, options] = JSON.parse(results) as [PartialResults, RunOptions]
      return JSON.stringify(await window.axe.finishRun(partialResults, options))
    },
    JSON.stringify([partialResults, { runOnly }]),
  )
  return JSON.parse(json) as AxeResults
}

/** Runs axe and returns a line for each violation: rule, element, reason. */
export async function violations(page: Page, options: AxeOptions = {}): Promise<string[]> {
  const results = await analyze(page, options)
  expect(results.passes.length, 'number of applicable rules').toBeGreaterThan(options.rules ? 0 : 10)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}
