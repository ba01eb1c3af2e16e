/** The page in the frame, as in production but for where its data comes from. */
import { startApp } from '#app/boot/start.tsx'
import { startMocks } from './browser.ts'
import { scenarioNamed } from './scenarios.ts'

const asked = new URLSearchParams(window.parent.location.hash.slice(1)).get('scenario')
await startMocks(scenarioNamed(asked))
await startApp()
