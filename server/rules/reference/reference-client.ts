import type { Problem, Rule } from '../rule/rule.ts';
import { hookVariableProblems } from './hook-variables.ts';
import { isEnglish } from './language.ts';
import { missedReadProblems } from './missed-reads.ts';
import { otherRootProblems } from './other-roots.ts';
import { prefixedPathProblems } from './prefixed-paths.ts';
import { commandProblems } from './script-commands.ts';
import { unprefixedNameProblems } from './unprefixed-names.ts';

/** Reports paths to bundled files that a client does not find as they are written, where an author can mend it. */
export const referenceClient: Rule = {
  code: 'reference.client',
  title: 'A path to a bundled file that a client does not find as it is written',
  severity: 'information',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { text, bodyStart } = input.document;
    yield* hookVariableProblems(input);
    for (const problems of [
      commandProblems,
      prefixedPathProblems,
      otherRootProblems,
      missedReadProblems,
      unprefixedNameProblems,
    ])
      for (const problem of problems(input)) {
        // The fixes insert an English sentence.
        if (!isEnglish(text, bodyStart)) return;
        yield problem;
      }
  },
};
