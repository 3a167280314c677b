/** The flags of a skill's own frontmatter that hide it. */
import type { Reading } from '../clients/discovery.ts';
import { flagOf } from '../clients/flags.ts';
import type { ClientProfile } from '../clients/profile.ts';
import { own } from '../text/own.ts';
import { type Fields, type FolderDiscovery, type NoEntry, noEntry } from './folder-discovery.ts';

/** Returns what the flags of the frontmatter hide: from the model, or from everybody. */
export function flagProblem(
  fields: Fields,
  client: ClientProfile,
  discovery: FolderDiscovery,
  reading: Reading,
): NoEntry | undefined {
  const isSet = (name: string): boolean | undefined => flagOf(client, name, own(fields, name));
  for (const name of ['disable-model-invocation', 'user-invocable']) {
    const value = own(fields, name);
    if (reading.strictFlags === true && value !== undefined && typeof value !== 'boolean')
      return noEntry(
        'frontmatter',
        `\`${name}\` is neither true nor false without quotes, and ${client.name} skips such skills.`,
        'Write `true` or `false`.',
      );
  }
  for (const [name, type] of Object.entries(reading.mustBe ?? {})) {
    const value = own(fields, name);
    if (value === undefined || (value === null && type === 'list')) continue;
    if (type === 'list' ? !Array.isArray(value) : typeof value !== 'string')
      return noEntry(
        'frontmatter',
        `\`${name}\` is no ${type}, and ${client.name} skips such skills.`,
        type === 'list' ? 'Write it as a list.' : 'Write it as a text.',
      );
  }
  if (discovery.hides && isSet('disable-model-invocation') === true)
    return isSet('user-invocable') === false
      ? noEntry(
          // words-ok: a code of the contract
          'nobody-can-call',
          'With `disable-model-invocation: true` the model cannot call it, and with `user-invocable: false` the user cannot.',
          'Remove one of the two fields.',
        )
      : noEntry(
          'disabled',
          'It is offered to the user, not to the model, as `disable-model-invocation: true` says.',
          'Remove the field if the model is to call it, too.',
        );
  if (own(fields, 'paths') !== undefined && client.fields.some(({ name }) => name === 'paths'))
    return noEntry(
      'disabled',
      'It is offered only once the user works on files that match its `paths`.',
      'Remove `paths` if it is to be offered from the start.',
    );
  return undefined;
}
