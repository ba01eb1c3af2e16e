/** Width of the filled part of a bar from 0 to `max`, as CSS. */
export const meterWidth = (value: number, max: number): string =>
  `${(100 * Math.min(Math.max(value, 0), max)) / max}%`
