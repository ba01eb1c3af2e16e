/** Rows out of sight and figures of later columns wait until the other panels have their responses. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { dataPaths } from '#contract/api/paths.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { sampleIdea, sampleIdeas } from '#app/testing/ideas.ts'
import { makeClientWithoutRetries, PanelFrame, resetApp, TestApp } from '#app/testing/test-app.tsx'
import { overscan } from '#app/ui/visible-rows.ts'
import { WhatPanel } from './what-panel.tsx'

const ideas = sampleIdeas(Array.from({ length: 60 }, (_, index) => sampleIdea(`S${index}`)))
let requests: string[]

beforeAll(async () => {
  await startI18n('en', i18next)
})
beforeEach(() => {
  resetApp()
  requests = []
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path)
    return Promise.resolve(Response.json(ideas))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Rows that fit into the panel of the test. */
const visibleRows = 13
const rows = () => document.querySelectorAll('[data-idea]').length
const fullIdeasRequests = () => requests.filter((path) => path.startsWith(dataPaths.tradeIdeas)).length

test('rows below the visible ones and later figures wait for the other panels', async () => {
  const client = makeClientWithoutRetries()
  const otherPanel = Promise.withResolvers<null>()
  void client.prefetchQuery({ queryKey: ['other panel'], queryFn: () => otherPanel.promise })
  await render(
    <TestApp client={client}>
      <PanelFrame width={403} height={600}>
        <WhatPanel isPainted />
      </PanelFrame>
    </TestApp>,
  )
  await expect.element(page.getByRole('button', { name: 'Filters' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Yield' })).toBeVisible()
  await expect.poll(rows).toBe(visibleRows)
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
  expect(rows()).toBe(visibleRows)
  const requestsBefore = fullIdeasRequests()

  otherPanel.resolve(null)
  await expect.poll(rows).toBe(visibleRows + overscan)
  await expect.poll(fullIdeasRequests).toBe(requestsBefore + 1)
})
