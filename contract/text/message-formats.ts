/** The formats that the templates of messages.ts may name; what each looks like stands there. */
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
