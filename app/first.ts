/** The frame's first script, which waits for nothing: the page hears of its widget before the app is here (bridge/handshake.ts). */
import { type Handshake, openHandshake } from './bridge/handshake.ts'

/** The way to the embedding page, for the app when it comes; undefined where no page embeds it. */
export const handshake: Handshake | undefined = window.parent === window ? undefined : openHandshake()
