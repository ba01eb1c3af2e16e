/** Formats that the templates of messages.ts may use; messages.ts describes them. */
export const messageFormats = [
  'price',
  'percent',
  'percent1',
  'percent2',
  'probability',
  'number',
  'count',
  'day',
] as const
export type MessageFormat = (typeof messageFormats)[number]
