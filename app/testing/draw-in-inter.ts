/** Setup of every browser test: waits until Inter is loaded. */
import { applyFont } from './faces.ts'

await applyFont('Inter')
