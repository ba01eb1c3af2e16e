/**
 * The events that a page may listen to. In a separate file, because the loader and the frame's
 * bootstrap script need only their types.
 */
export const widgetEvents = [
  'SYMBOL_CHANGED',
  'TRADE_TICKET_EXECUTE',
  'READY',
  'ERROR',
  'CONNECTION',
  'STATE_CHANGED',
] as const
/** An event that the widget sends to the page. */
export type WidgetEvent = (typeof widgetEvents)[number]
