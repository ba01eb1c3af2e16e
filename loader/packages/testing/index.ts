/**
 * The package's entry `/testing`: the embedded widget for tests with Playwright. It imports only Playwright's
 * types, so it works with your project's version. Do not load it in production pages. See `/docs/testing` of the service.
 */
export { fetchAuthToken, serveAuthToken, type TokenSource } from './auth.ts'
export {
  overrideOptions,
  recordEvents,
  type RecordedEvent,
  sendCommand,
  type WidgetEvents,
} from './events.ts'
export {
  type GivenOptions,
  type WidgetFixtures,
  widgetFixtures,
  type WidgetTestOptions,
  type WidgetWorkerFixtures,
  type WidgetWorkerOptions,
  withWidget,
} from './fixtures.ts'
export {
  type ActionName,
  type CellKind,
  type DataStatusName,
  hooks,
  type LegName,
  type PanelState,
  type RiskProfileName,
  type ScreenName,
  type TicketState,
  type TimeframeName,
  type UnknownReasonName,
} from './hooks.ts'
export type { WidgetPanel } from './panel.ts'
export type { CellPlace, GridCell, IdeaRow, Ticket } from './parts.ts'
export type { PartnerPage } from './partner-page.ts'
export type { PanelReport, WidgetState } from './state.ts'
export { type EmbeddedWidget, type ShownError, widgetIn, widgetOn, type WidgetOnOptions } from './widget.ts'
export type { WidgetPlace } from './waiting.ts'
