/** Vitest setup file of all browser tests: applies the font Inter. */
import { applyFont } from './fonts.ts'

await applyFont('Inter')
