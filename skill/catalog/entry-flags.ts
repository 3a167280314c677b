/** The flags of a skill's own frontmatter that hide it. */
import type { Reading } from '../clients/discovery.ts';
import type { ClientProfile } from '../clients/profile.ts';
import { own } from '../text/own.ts';
import { type Fields, type FolderDiscovery, type NoEntry, noEntry } from './folder-discovery.ts';

const TRUE_WORDS = /^(?:true|yes|on|1)$/i;
const FALSE_WORDS = /^(?:false|no|off|0)$/i;

/** Returns what the flags of the frontmatter hide: from the model, or from everybody. */
export function flagProblem(
  fields: Fields,
  client: ClientProfile,
  discovery: FolderDiscovery,
  reading: Reading,
): NoEntry | undefined {
  const flagOf = (name: string): boolean | undefined => {
    const known = client.fields.find((field) => field.name === name);
    if (known?.value.kind !== 'flag') return undefined;
    const value = own(fields, name);
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (known.value.words !== true) return undefined;
    return TRUE_WORDS.test(text) ? true : FALSE_WORDS.test(text) ? false : undefined;
  };
  for (const name of ['disable-model-invocation', 'user-invocable']) {
    const value = own(fields, name);
    if (reading.strictFlags === true && value !== undefined && typeof value !== 'boolean')
      return noEntry(
        'frontmatter',
        `\`${name}\` is neither true nor false without quotes, and ${client.name} skips such skills.`,
        'Write `true` or `false`.',
      );
  }
  if (discovery.hides && flagOf('disable-model-invocation') === true)
    return flagOf('user-invocable') === false
      ? noEntry(
          // words-ok: a code of the contract
          'nobody-can-call',
          'With `disable-model-invocation: true` the model cannot call it, and with `user-invocable: false` the user cannot.',
          'Remove one of the two fields.',
        )
      : noEntry(
          'disabled',
          '`disable-model-invocation: true` hides it from the model; only the user can call it.',
          'Remove the field if the model is to call it.',
        );
  if (own(fields, 'paths') !== undefined && client.fields.some(({ name }) => name === 'paths'))
    return noEntry(
      'disabled',
      'It is offered only once the user works on files that match its `paths`.',
      'Remove `paths` if it is to be offered from the start.',
    );
  return undefined;
}
