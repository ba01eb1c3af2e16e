/** Setup of every test in a browser: the page is drawn in Inter, and Inter is there, before anything is shown. */
import { drawIn } from './faces.ts'

await drawIn('Inter')
