/**
 * When something happened, written in one way everywhere: as the display language of VS Code writes it. Whatever the
 * system says of times is not asked, or one window would show both `15:32` and `3:32 PM`.
 */

/** Time of day, `15:32` or `3:32 PM`; '' for a date that is none. `locale` is a BCP 47 tag. */
export function clockTime(date: Date, locale: string, seconds = false): string {
  if (Number.isNaN(date.getTime())) return '';
  return written(date, locale, { hour: 'numeric', minute: '2-digit', ...(seconds ? { second: '2-digit' } : {}) });
}

/** The time alone for today, else with the day, and the year where it is another. */
export function dayAndTime(date: Date, now: Date, locale: string, seconds = false): string {
  const time = clockTime(date, locale, seconds);
  if (time === '' || date.toDateString() === now.toDateString()) return time;
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return `${written(date, locale, { day: 'numeric', month: 'short', ...year })}, ${time}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function written(date: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? formatOf(locale, options);
  formats.set(key, format);
  return format.format(date);
}

/** A tag that is none, as of a language pack under test, must not keep a run from being shown. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options);
  } catch {
    return new Intl.DateTimeFormat('en', options);
  }
}
