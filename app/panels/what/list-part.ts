/** What a list of the first panel besides the ideas is: a module that comes when its tab is opened (lists.tsx). */
import type { ComponentType } from 'react'
import type { Tab } from '#app/state/view.ts'
import type { PanelState } from '#app/ui/panel.tsx'

export type ListProps = {
  /** Hears of the state that the list is in. */
  onState: (state: PanelState) => void
  /** Brings another panel forward where panels are behind tabs, and the focus with it. */
  goTo: (tab: Tab) => void
}

/** The list, and what stands above it while it scrolls. */
export type ListPart = { List: ComponentType<ListProps>; Toolbar: ComponentType }
