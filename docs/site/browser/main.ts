/** Progressive enhancement of a page. It is readable without scripts. */
import { addCopyButtons } from './copy-buttons.ts'
import { followContents } from './contents.ts'
import { followMoved } from './moved.ts'
import { offerSearch } from './search-dialog.ts'
import { offerThemes } from './theme-choice.ts'

followMoved()
offerThemes()
offerSearch()
addCopyButtons()
followContents()
