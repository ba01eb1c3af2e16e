/** Formats that the templates of messages.ts may use; the comment of messages.ts describes each. */
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
