/**
 * The user's named screens of the best income trades. Stored in `localStorage` of the frame's origin, which browsers
 * partition by the embedding site; each as the text of a saved state (shared-view.ts), which checks itself when read.
 */
import { readState, writeState } from './shared-view/shared-view.ts'
import { changeStored } from './storage/change-stored.ts'
import { readStored } from './storage/storage.ts'
import { type IdeaFilters, initialView, noFilters, type View } from './view.ts'

// oxlint-disable-next-line no-restricted-globals -- the only module that accesses this entry
const storage = () => localStorage
const key = 'income-screens'

export const maxScreens = 20
export const maxNameLength = 40

/** The choices of a screen. */
export type ScreenChoice = Pick<View, 'incomeLeg' | 'screen' | 'filters'>
/** The choices by name, in the order in which they were saved. */
export type SavedScreens = ReadonlyMap<string, ScreenChoice>

/** Returns the filters of the ideas that the best income trades have, too. */
export const incomeFiltersOf = ({
  sector,
  minPrice,
  maxPrice,
  minYield,
  minIvRank,
  noEarnings,
}: IdeaFilters): Pick<
  IdeaFilters,
  'sector' | 'minPrice' | 'maxPrice' | 'minYield' | 'minIvRank' | 'noEarnings'
> => ({ sector, minPrice, maxPrice, minYield, minIvRank, noEarnings })

/** The text of a screen. Filters that the best income trades do not have are left out. */
const textOf = ({ incomeLeg, screen, filters }: ScreenChoice): string =>
  writeState({
    ...initialView,
    list: 'income',
    incomeLeg,
    screen,
    filters: { ...noFilters, ...incomeFiltersOf(filters) },
  })

export const isSameScreen = (a: ScreenChoice, b: ScreenChoice): boolean => textOf(a) === textOf(b)

/** Returns the stored screens; damaged ones, and those of another version, are omitted. */
export const readScreens = (): SavedScreens =>
  new Map(
    Object.entries(readStored(storage, key)).flatMap(([name, text]) => {
      const choice = readState(text)
      return choice ? [[name, choice] as const] : []
    }),
  )

/** Stores a screen, in place of one with the same name, and returns all. The oldest make room for it. */
export function saveScreen(name: string, choice: ScreenChoice): SavedScreens {
  const screens = new Map(readScreens())
  screens.delete(name)
  return store([...screens, [name, choice] as const].slice(-maxScreens))
}

/** Removes a screen, and returns the others. */
export const removeScreen = (name: string): SavedScreens =>
  store([...readScreens()].filter(([other]) => other !== name))

function store(screens: readonly (readonly [name: string, choice: ScreenChoice])[]): SavedScreens {
  const texts = screens.map(([name, choice]) => [name, textOf(choice)])
  changeStored(storage, (entries) => entries.setItem(key, JSON.stringify(Object.fromEntries(texts))))
  // A screen that could not be stored remains until the frame is unloaded.
  return new Map(screens)
}
