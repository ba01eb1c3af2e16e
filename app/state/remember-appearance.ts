/** Stores the user's choices of appearance (appearance.ts). */
import { type Appearance, appearanceKey, appearanceStorage, readAppearance } from './appearance.ts'
import { changeStored } from './storage/change-stored.ts'

/** Adds choices to the stored ones, for the next starts of the widget. */
export const rememberAppearance = (change: Partial<Appearance>): void =>
  changeStored(appearanceStorage, (entries) =>
    entries.setItem(appearanceKey, JSON.stringify({ ...readAppearance(), ...change })),
  )
