/** Stores the user's choices of appearance (appearance.ts). */
import { type Appearance, appearanceKey, appearanceStorage, readAppearance } from './appearance.ts'
import { changeStored } from './storage/change-stored.ts'

/** Adds choices to the stored ones, for the next starts of the widget; undefined removes a choice. */
export const rememberAppearance = (change: {
  readonly [N in keyof Appearance]?: Appearance[N] | undefined
}): void =>
  changeStored(appearanceStorage, (entries) =>
    entries.setItem(appearanceKey, JSON.stringify({ ...readAppearance(), ...change })),
  )
