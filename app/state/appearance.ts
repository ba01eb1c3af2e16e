/** What the user chose in the settings: kept in the browser, under the widget's own address, and nothing else is. */
import type { ColorConvention, ColorVision, Density } from '#contract/options.ts'

/** Colours and row height. */
export type Appearance = { colorConvention: ColorConvention; colorVision: ColorVision; density: Density }

/** Where it is kept. Written by settings-menu.tsx. */
export const appearanceKey = 'appearance'

/** What the user has chosen so far; nothing where the browser keeps nothing for us. Its values are read as options are. */
export function chosenAppearance(): object {
  try {
    // oxlint-disable-next-line no-restricted-globals -- where it throws nothing was kept, below
    return JSON.parse(localStorage[appearanceKey])
  } catch {
    return {}
  }
}
