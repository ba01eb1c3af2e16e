/**
 * The events that a page may listen to. A separate file: the first code of page and frame needs only their
 * types.
 */
export const widgetEvents = [
  'SYMBOL_CHANGED',
  'TRADE_TICKET_EXECUTE',
  'READY',
  'ERROR',
  'CONNECTION',
] as const
/** Events the widget sends to the page. */
export type WidgetEvent = (typeof widgetEvents)[number]
