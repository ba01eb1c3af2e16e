/** The parts that are loaded when the first content is painted (`Parts` in shell.tsx). */
import { Banner } from './banners/banner.tsx'
import { Dialogs } from './dialogs/dialogs.tsx'
import { Shortcuts } from './settings/shortcuts.tsx'

export { FooterTools } from './footer/footer-tools.tsx'
export { DataStatus } from './header/data-status.tsx'
export { Header } from './header/header.tsx'
export { Summary } from './summary/summary.tsx'
export { HowPanel } from '#app/panels/how/how-panel.tsx'
export { WhyPanel } from '#app/panels/why/why-panel.tsx'

/** The banner, the dialogs and the keyboard shortcuts. */
export const BannerAndDialogs = ({ onReload }: { onReload: () => void }) => (
  <>
    <Banner onReload={onReload} />
    <Dialogs />
    <Shortcuts />
  </>
)
