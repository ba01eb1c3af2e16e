/** What belongs to no panel: the banner across the widget, and the keys that work everywhere. */
import { Banner } from './banner.tsx'
import { Shortcuts } from '#app/shell/settings/shortcuts.tsx'

export const Overlay = ({ onReload }: { onReload: () => void }) => (
  <>
    <Banner onReload={onReload} />
    <Shortcuts />
  </>
)
