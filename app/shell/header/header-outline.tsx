/** Placeholder of the header with its height, so that nothing below it moves when it is loaded. */
import './header.css'
import '#app/shell/search/symbol-search.css'
import { Connecting } from './connecting.tsx'

export const HeaderOutline = () => (
  <header className="header">
    <div className="search">
      <div className="search-outline" />
    </div>
    <div className="header-status">
      <Connecting />
    </div>
    <div className="header-tools">
      <span className="button button-icon" />
    </div>
  </header>
)
