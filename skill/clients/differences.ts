/** The parts in which installed clients differ from their profiles, each with its reason. `npm run bench:clients -- --prove` checks them. */
import type { ClientId } from './client-id.ts';
import type { RecordedDifference } from './profile.ts';

const SAVED =
  'The client also writes the whole output to a file, and names it. Here, nothing is written where commands can put links.';
const SHELL_NAME = 'The shell names itself by the path, or the line, with which the client starts it.';
const OWN_SKILLS = 'The client names skills of its own, too.';
const NOT_CUT_BY_BYTES =
  'The client cuts by an estimate of tokens, which is not documented, and advises on the next call.';

const savedOutput: readonly RecordedDifference[] = [
  { part: 'shell: long output', because: SAVED },
  { part: 'shell: long line', because: SAVED },
];

/** By client; none for a client that is not run. */
export const DIFFERENCES: Readonly<Partial<Record<ClientId, readonly RecordedDifference[]>>> = {
  'claude-code': [
    ...['glob', 'grep'].map((kind) => ({
      part: `${kind}: *`,
      because:
        'The build for Linux has no such tool and refers to its shell; recorded sessions of older versions have it.',
    })),
    { part: 'parameters of Glob', because: 'The build for Linux has no such tool.' },
    { part: 'parameters of Grep', because: 'The build for Linux has no such tool.' },
    { part: 'read: 150 kB', because: NOT_CUT_BY_BYTES },
    ...savedOutput,
    { part: 'shell: timeout', because: 'The command keeps running in the background, which is not simulated.' },
  ],
  'copilot-cli': [
    { part: 'parameters of glob', because: '`paths` also takes a list.' },
    { part: 'parameters of grep', because: '`paths` also takes a list.' },
    { part: 'load: unknown skill', because: OWN_SKILLS },
    ...savedOutput,
  ],
  'gemini-cli': [
    { part: 'read: skill file before it is loaded', because: 'Its temporary folder is also allowed.', varies: true },
    { part: 'read: outside', because: 'Its temporary folder is also allowed.' },
    { part: 'load', because: 'The tree begins with the path of the folder, and counts what is left out.' },
    { part: 'load: again', because: 'As for the first time.' },
    { part: 'list: workspace', because: 'The number of ignored files follows.' },
    { part: 'glob: ignored file', because: 'The number of ignored files follows.' },
    { part: 'grep: workspace', because: 'A line around each match, and the order of the disk.' },
    { part: 'grep: skill', because: 'A line around each match.' },
    { part: 'shell: unknown command', because: SHELL_NAME },
    ...savedOutput,
  ],
  'qwen-code': [
    { part: 'load: unknown skill', because: OWN_SKILLS },
    { part: 'read: bundled file', because: 'A file that was read before and has not changed is not shown again.' },
    { part: 'read: range past the end', because: 'The notice counts from the line that was asked for.' },
    { part: 'shell: output', because: 'What a command prints as an error comes last.', varies: true },
    { part: 'shell: unknown command', because: SHELL_NAME },
    ...savedOutput,
  ],
  opencode: [
    { part: 'load', because: 'Which 10 files are listed, and their order, is random.', varies: true },
    { part: 'load: again', because: 'Which 10 files are listed, and their order, is random.', varies: true },
    { part: 'load: unknown skill', because: OWN_SKILLS },
    { part: 'read: outside', because: 'Similar names are suggested.' },
    {
      part: 'glob: missing folder',
      because: 'It searches the workspace instead, and finds a skill there.',
      varies: true,
    },
    {
      part: 'grep: missing folder',
      because: 'It searches the workspace instead, and finds a skill there.',
      varies: true,
    },
    { part: 'shell: unknown command', because: SHELL_NAME },
    ...savedOutput,
    {
      part: 'list: duplicates',
      because: 'Files are read concurrently, and of several skills with one name the last that was read is listed.',
      varies: true,
    },
    {
      part: 'list: above',
      because: 'Files are read concurrently, and of several skills with one name the last that was read is listed.',
      varies: true,
    },
    {
      part: 'list: fields',
      because: 'It reads frontmatter with a tab before a key, and frontmatter without a closing line.',
    },
  ],
  pi: savedOutput,
};
