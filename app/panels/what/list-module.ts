/** Interface of the modules of lists other than the ideas, which load when their tab is opened (lists.tsx). */
import type { ComponentType } from 'react'
import type { Tab } from '#app/state/view.ts'
import type { PanelState } from '#app/ui/panel.tsx'

export type ListProps = {
  /** Called when the state of the list changes. */
  onState: (state: PanelState) => void
  /** Shows another panel and moves the focus to it if panels are behind tabs. */
  goTo: (tab: Tab) => void
}

/** The list, and the toolbar above it that does not scroll. */
export type ListModule = { List: ComponentType<ListProps>; Toolbar: ComponentType }
