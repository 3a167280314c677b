/** Formats `12,345` or `0.25`. `toLocaleString` takes 140 ms for the first call. */
export function formatNumber(number: number): string {
  const [whole = '', fraction] = String(number).split('.');
  // eslint-disable-next-line regexp/no-super-linear-move -- the digits of a number
  const grouped = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Formats `1 run`, `2 runs`. */
export function formatCount(number: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(number)} ${number === 1 ? singular : plural}`;
}
