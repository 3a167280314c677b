/** Number formats of the timeline. */

/** Formats a duration: milliseconds below 100 ms, then seconds with one decimal, minutes from two minutes on. */
export function duration(ms: number): string {
  if (!Number.isFinite(ms)) return '';
  if (ms < 99.5) return `${Math.round(ms)} ms`;
  if (ms < 119_950) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return `${minutes}m ${Math.floor((ms % 60_000) / 1000)}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** Formats a time on the ruler: `2 s`, `2.5 s`, `40 ms`, `3:20`. */
export function formatTick(ms: number, step = 1000): string {
  if (ms === 0) return '0';
  if (ms >= 120_000) {
    const minutes = Math.floor(ms / 60_000);
    const rest = String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0');
    return minutes < 120 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }
  if (step < 100 && ms < 1000) return `${round(ms)} ms`;
  return `${round(ms / 1000)} s`;
}

function round(value: number): string {
  return String(Number(value.toFixed(3)));
}

/** Formats an integer: `23,688`. */
export function count(value: number): string {
  return (
    Math.round(value)
      .toString()
      // eslint-disable-next-line regexp/no-super-linear-move -- the digits of a number
      .replace(/\B(?=(\d{3})+$)/g, ',')
  );
}

/** Like `count`, abbreviated from 100,000 on: `200k`, `60.0M`. For narrow columns. */
export function shortCount(value: number): string {
  if (value < 99_950) return count(value);
  return value < 999_500 ? `${Math.round(value / 1000)}k` : `${(value / 1e6).toFixed(1)}M`;
}

/** Formats US dollars with as many decimals as a small amount needs: `$1.24`, `$0.0031`. */
export function dollars(value: number): string {
  if (value === 0) return '$0';
  if (value < 0.0001) return 'below $0.0001';
  return `$${value.toFixed(value < 0.01 ? 4 : value < 1 ? 3 : 2)}`;
}

/** Like `dollars`, abbreviated for narrow columns: `<$0.0001`. */
export function shortDollars(value: number): string {
  return value > 0 && value < 0.0001 ? '<$0.0001' : dollars(value);
}

/** Formats a number with its noun: `1 call`, `2 calls`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
