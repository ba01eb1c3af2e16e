/**
 * Weekdays whose session is over since a trading day: 0 for the latest scan there can be. Holidays count as weekdays,
 * so a warning may come a day early and never late.
 * @param tradingDay `YYYY-MM-DD` @param asOf where the market's clock stands still, ISO 8601; else it is now
 */
export function tradingDaysSince(tradingDay: string, asOf?: string | null): number {
  const now = asOf ? new Date(asOf) : new Date()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(now)
  const day = new Date(`${tradingDay}T00:00:00Z`)
  let count = 0
  while (count < 99) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.toISOString().slice(0, 10) >= today) return count
    if (day.getUTCDay() % 6 !== 0) count++
  }
  return count
}
