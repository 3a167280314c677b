import { DIALECTS } from '../../runtime/hooks/dialects.ts';
import { HOOK_PLACES, PLUGIN_PLACE } from '../../runtime/hooks/places.ts';

/** The columns of the table of clients in `docs/live.md`. */
export const HOOK_COLUMNS: readonly string[] = [
  '',
  'file for all projects',
  'file of a project',
  'tells',
  'denies',
  'ends a turn with `--guard on`',
  'at the end of a turn',
];

/** Returns the rows of that table. */
export function hookRows(): readonly (readonly string[])[] {
  return DIALECTS.map(({ id, name, answers, events }) => {
    const place = HOOK_PLACES.find(({ clients }) => clients.includes(id)) ?? PLUGIN_PLACE;
    const told = answers.tellFailed === undefined ? 'yes' : 'yes, instead of the error of a tool that failed';
    const stops = Object.values(events).includes('stop');
    const says = [
      ...(answers.show === undefined ? [] : ['shows']),
      ...(answers.continue === undefined ? [] : ['tells']),
    ];
    return [
      `${name} (\`${id}\`)`,
      `\`~/${place.user.path}\``,
      `\`${place.project}\``,
      told,
      'yes',
      answers.end === undefined ? 'no: denies again' : 'yes',
      stops ? says.join(', ') : 'nothing',
    ];
  });
}
