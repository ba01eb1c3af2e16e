/** The frame's first script, which waits for nothing: the page hears of its widget before the app is here (port.ts). */
import { openLine } from './port.ts'

if (window.parent !== window) openLine()
