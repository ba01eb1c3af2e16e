/** Tags variants of a test that `npm test` leaves out. */
import type { TestDetails } from '@playwright/test'

/**
 * Details of a test: empty for a variant that `npm test` runs (`isCore`), or the tag of a variant that only
 * `npm run test:e2e` or `test:embed` runs.
 */
export const coreIf = (isCore: boolean): TestDetails => (isCore ? {} : { tag: '@extended' })
