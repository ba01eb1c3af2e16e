/** Parts around the panels, loaded when the first ideas are painted. One file, because each part is small. */
import { Banner } from './banners/banner.tsx'
import { Dialogs } from './dialogs/dialogs.tsx'
import { Shortcuts } from './settings/shortcuts.tsx'

export { DataStatus } from './header/data-status.tsx'
export { Header } from './header/header.tsx'

/** The banner, the dialogs and the keyboard shortcuts. */
export const BannerAndDialogs = ({ onReload }: { onReload: () => void }) => (
  <>
    <Banner onReload={onReload} />
    <Dialogs />
    <Shortcuts />
  </>
)
