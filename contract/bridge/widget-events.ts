/** The events that a page may listen to. A file of its own: the first code of page and frame knows them as types only. */
export const widgetEvents = [
  'SYMBOL_CHANGED',
  'TRADE_TICKET_EXECUTE',
  'READY',
  'ERROR',
  'CONNECTION',
] as const
/** Events the widget sends to the page. */
export type WidgetEvent = (typeof widgetEvents)[number]
