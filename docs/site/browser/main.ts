/** Progressive enhancement of a page, which is readable without scripts. */
import { addCopyButtons } from './copy-buttons.ts'
import { markCurrentSection } from './contents.ts'
import { redirectMovedSections } from './moved-sections.ts'
import { offerSearch } from './search-dialog.ts'
import { offerThemes } from './theme-choice.ts'

redirectMovedSections()
offerThemes()
offerSearch()
addCopyButtons()
markCurrentSection()
