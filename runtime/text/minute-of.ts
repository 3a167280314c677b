/** Returns a time in ISO 8601, which is in UTC, to the minute, for texts: readers are in other time zones. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
