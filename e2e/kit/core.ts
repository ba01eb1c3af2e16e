/** Marks the tests that `npm test` runs. */
import type { TestDetails } from '@playwright/test'

/** The details of a variant that `npm test` runs (`isCore`), or that only `npm run test:e2e` or `test:embed` runs. */
export const coreIf = (isCore: boolean): TestDetails => (isCore ? {} : { tag: '@extended' })
