/**
 * Formats dates consistently, by VS Code's display language. The system's locale is ignored, or one window would show
 * both `15:32` and `3:32 PM`.
 */
import { defined } from '../../../runtime/text/objects.ts';

/** Formats the time of day, `15:32` or `3:32 PM`; returns '' for an invalid date. `locale` is a BCP 47 tag. */
export function formatTime(date: Date, locale: string, seconds = false): string {
  if (Number.isNaN(date.getTime())) return '';
  return format(date, locale, defined({ hour: 'numeric', minute: '2-digit', second: seconds ? '2-digit' : undefined }));
}

/** Formats the time, preceded by the day unless it is today, with the year if it is not the current one. */
export function formatDateTime(date: Date, now: Date, locale: string, seconds = false): string {
  const time = formatTime(date, locale, seconds);
  if (time === '' || date.toDateString() === now.toDateString()) return time;
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return `${format(date, locale, { day: 'numeric', month: 'short', ...year })}, ${time}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(date: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? formatOf(locale, options);
  formats.set(key, format);
  return format.format(date);
}

/** Creates a formatter. An invalid tag, such as that of a pseudo-locale, must not prevent a run from being shown. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options);
  } catch {
    return new Intl.DateTimeFormat('en', options);
  }
}
