const RULES = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
};

/** Formats a count as an English ordinal: 2 as "2nd", 11 as "11th". */
export const ordinal = (count: number): string => `${count}${SUFFIXES[RULES.select(count)]}`;
