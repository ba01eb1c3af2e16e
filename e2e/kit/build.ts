/** Before the first journey: one build for all workers. */
import { ensureBuild } from '#public/fresh-build.ts'

// oxlint-disable-next-line import/no-default-export -- Playwright's globalSetup
export default (): Promise<void> => ensureBuild(console.log)
