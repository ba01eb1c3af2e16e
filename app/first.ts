/** The frame's first script, which waits for nothing: the page hears of its widget before the app is here (bridge/handshake.ts). */
import { openHandshake } from './bridge/handshake.ts'

if (window.parent !== window) openHandshake()
