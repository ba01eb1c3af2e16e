/**
 * Entry point of `/docs/playground/widget-colors.js`: the widget's colours for the playground, which checks a brand
 * with the code that the frame runs.
 */
export { hexOf } from './contrast.ts'
export { checkAccent } from './check-uses.ts'
export { readColor } from './read-color.ts'
export { tokensOf } from './theme-tokens.ts'
