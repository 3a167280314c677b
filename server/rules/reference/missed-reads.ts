/** Paths of files that a model reads, and that clients were seen to miss or whose folder they do not tell. */
import {
  type ClientProfile,
  countedRunsFor,
  defined,
  type Reference,
  type ReferenceForm,
  statesSkillFolder,
  tellsFolder,
} from '../../../skill/index.ts';
import type { Problem, RuleInput } from '../rule/rule.ts';
import { meantClients, messageFor, missesInAllChosen, sentenceFix } from './base-sentence.ts';

const READS: ReadonlySet<ReferenceForm> = new Set(['link', 'code', 'bare']);

/**
 * Reports reads for a client that tells the model no folder, or of which runs with the same layout were counted and missed such
 * a file. All other reads are left to the hover and to stress tests: real sessions miss few of them.
 */
export function* missedReadProblems(input: RuleInput): Iterable<Problem> {
  const { document, skill } = input;
  const meant = meantClients(input).filter(
    (client) => tellsFolder(client) === false || client.misses.some(({ basis }) => basis === 'runs'),
  );
  if (meant.length === 0 || !meant.some((client) => tellsFolder(client) === false || mayBeCounted(client, input)))
    return;
  if (statesSkillFolder(document.text)) return;
  for (const reference of document.referencesWhere((path) => skill.bundle.files.has(path))) {
    if (!READS.has(reference.form) || reference.base.kind !== 'document' || reference.excuse !== undefined) continue;
    const missing = meant.filter((client) => tellsFolder(client) === false || runsOf(client, input, reference));
    if (missing.length === 0) continue;
    const { range, target } = reference;
    const [runs] = missing.flatMap((client) => runsOf(client, input, reference) ?? []);
    yield defined({
      range,
      target,
      cause: 'reads',
      // Models find it in most runs: it is missed in all clients only if none tells the folder.
      severity: runs === undefined && missesInAllChosen(input, missing) ? ('warning' as const) : undefined,
      message: messageFor(missing, (names, isOne) =>
        runs === undefined
          ? `\`${target}\` is in a folder that ${names} ${isOne ? 'does' : 'do'} not tell the model. Say what paths are relative to.`
          : `\`${target}\` was missed in ${runs.missed} of ${runs.of} counted runs of ${names}. Say what paths are relative to.`,
      ),
      fixes: [sentenceFix(document)],
    });
  }
}

const runsOf = (client: ClientProfile, { skill }: RuleInput, { target }: Reference) =>
  countedRunsFor(client, 'bundled', skill.name, skill.root, target.replace(/^\.\//, ''));

/** Returns true if a path that runs were counted for is in the text and the bundle, which is quicker to tell than its place. */
function mayBeCounted({ misses }: ClientProfile, { document, skill }: RuleInput): boolean {
  return misses.some(
    (one) =>
      one.basis === 'runs' &&
      one.what === 'bundled' &&
      skill.bundle.files.has(one.layout.written) &&
      document.text.includes(one.layout.written),
  );
}
