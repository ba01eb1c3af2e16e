/**
 * axe on the pages of these tests, frame by frame. The package for Playwright silently skips a frame in which
 * axe has not been injected within a second, as on a busy machine; here every frame is checked, or the test
 * fails.
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

/** axe's own frame selectors of the widget on the pages of these tests. */
export const insideWidget = ['#widget iframe', 'html']

type Parts = { include?: string[]; exclude?: string; rules?: readonly string[] | undefined }

/**
 * Checks a frame and its child frames, in the order that `finishRun` expects. Results are passed as JSON: Firefox
 * takes most of a minute to transfer that many objects.
 */
async function judge(
  frame: Frame,
  context: FrameContextObject,
  options: RunOptions,
): Promise<PartialResults> {
  await frame.evaluate(axe.source)
  const json = await frame.evaluate(
    async ([part, run]) =>
      JSON.stringify([await window.axe.runPartial(part, run), window.axe.utils.getFrameContexts(part, run)]),
    [context, options] as const,
  )
  const [own, inner] = JSON.parse(json) as [PartialResults[number], FrameContext[]]
  const partialResults: PartialResults = [own]
  for (const { frameSelector, frameContext } of inner) {
    const element = await frame.evaluateHandle(
      (selector) => window.axe.utils.shadowSelect(selector),
      frameSelector,
    )
    const child = await element.asElement()?.contentFrame()
    partialResults.push(...(child ? await judge(child, frameContext, options) : [null]))
  }
  return partialResults
}

/** Runs axe on the page. `rules` selects single rules; the default is WCAG 2.2 AA and axe's best practices. */
export async function analyze(page: Page, { include, exclude, rules }: Parts = {}): Promise<AxeResults> {
  const context = { include: [include ?? ['html']], exclude: exclude === undefined ? [] : [[exclude]] }
  const runOnly = rules
    ? { type: 'rule' as const, values: [...rules] }
    : { type: 'tag' as const, values: tags }
  const partialResults = await judge(page.mainFrame(), context, { runOnly })
  const json = await page.evaluate(
    async (results) => {
      const [partial, run] = JSON.parse(results) as [PartialResults, RunOptions]
      return JSON.stringify(await window.axe.finishRun(partial, run))
    },
    JSON.stringify([partialResults, { runOnly }]),
  )
  return JSON.parse(json) as AxeResults
}

/** Violations as actionable lines: rule, element, reason. */
export async function violations(page: Page, parts: Parts = {}): Promise<string[]> {
  const results = await analyze(page, parts)
  expect(results.passes.length, 'number of applicable rules').toBeGreaterThan(parts.rules ? 0 : 10)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}
