/** Setup of every browser test: waits until Inter is loaded. */
import { drawIn } from './faces.ts'

await drawIn('Inter')
