/**
 * Interface of the lists other than the ideas. Their modules are loaded when their tab is opened
 * (lists.tsx).
 */
import type { ComponentType } from 'react'
import type { Tab } from '#app/state/view.ts'
import type { PanelState } from '#app/ui/panel.tsx'

export type ListProps = {
  /** Called when the state of the list changes. */
  onState: (state: PanelState) => void
  /** Shows another panel. If panels are behind tabs, it also moves the focus to the tab of that panel. */
  goTo: (tab: Tab) => void
}

/** The list, and the toolbar above it, which does not scroll. */
export type ListModule = { List: ComponentType<ListProps>; Toolbar: ComponentType }
