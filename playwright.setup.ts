/** Before the first journey: one build for all workers. */
import { ensureBuild } from './fresh-build.ts'

// oxlint-disable-next-line import/no-default-export -- Playwright's globalSetup
export default (): Promise<void> => ensureBuild(console.log)
