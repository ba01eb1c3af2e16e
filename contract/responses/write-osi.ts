/** Writes OSI option symbols. Not in osi.ts, which is loaded before the ideas. */
import type { ListedOption } from './osi.ts'

/** Returns the OSI symbol of a contract. Inverse of `readOsi`, for a root in normal form. */
export function writeOsi(root: string, { legType, expiryDate, strike }: ListedOption): string {
  const thousandths = String(Math.round(strike * 1000)).padStart(8, '0')
  return `${root}${expiryDate.slice(2).replaceAll('-', '')}${legType[0]}${thousandths}`
}
