/** The What panel for browser tests of the holdings. */
import { Suspense } from 'react'
import { render } from 'vitest-browser-react'
import { WhatPanel } from '#app/panels/what/what-panel.tsx'
import { makeClientWithoutRetries, TestApp } from '#app/testing/test-app.tsx'

/** @param width of the panel, in pixels */
export const renderWhatPanel = (width = 403, client = makeClientWithoutRetries()) =>
  render(
    <TestApp client={client}>
      <Suspense>
        <div style={{ inlineSize: width, blockSize: 700, display: 'grid' }}>
          <WhatPanel isPainted />
        </div>
      </Suspense>
    </TestApp>,
  )
