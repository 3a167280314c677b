import type { ClientId } from '../clients/client-id.ts';

/** The example paths in a client's own prompt or in the descriptions of its tools, as facts. Models copy them. */
export interface ClientExamples {
  readonly client: ClientId;
  /** Relative to the folder of a skill. */
  readonly paths: readonly string[];
  /** The repository, file and commit that have them. */
  readonly source: string;
  /** ISO 8601, when the source was read. */
  readonly date: string;
}

/** The examples that are known. Nothing is known of clients that are not listed: their prompts were not read, or name no file. */
export const CLIENT_EXAMPLES: readonly ClientExamples[] = [
  {
    client: 'adk',
    paths: ['references/my_doc.md', 'assets/template.txt', 'scripts/setup.sh'],
    source: 'https://github.com/google/adk-python src/google/adk/tools/skill_toolset.py, 06d995e6',
    date: '2026-11-29',
  },
  {
    client: 'codex',
    paths: ['scripts/foo.py'],
    source: 'https://github.com/openai/codex codex-rs/core-skills/src/render.rs, deae88d3',
    date: '2026-11-29',
  },
];

/** Returns the example paths of a client by its id; none if they are not known. */
export function examplePathsOf(client: string | undefined): readonly string[] {
  return CLIENT_EXAMPLES.flatMap((one) => (one.client === client ? one.paths : []));
}

/** Maximum length of a text that is searched, and number of paths that are found in it. */
const MAX_TEXT = 200_000;
const MAX_PATHS = 50;
/** The words before an example, and what follows them on the line. */
const EXAMPLES = /(?:\be\.g\.|\bfor example\b|\bsuch as\b|\bexamples?:)([^\n]{0,300})/gi;
const QUOTED = /[`'"]((?:[\w.-]{1,100}\/){1,6}[\w.-]{1,100}\.\w{1,10})[`'"]/g;

/**
 * Returns the paths that a text of a client gives as examples, such as `e.g. "references/guide.md"`. Other paths in it, such as those
 * in its list of skills, are no examples.
 */
export function examplePathsIn(text: string): readonly string[] {
  const found = [...text.slice(0, MAX_TEXT).matchAll(EXAMPLES)].flatMap(([, rest = '']) =>
    [...rest.matchAll(QUOTED)].map(([, path = '']) => path),
  );
  return [...new Set(found)].filter((path) => !/(?:^|\/)skill\.md$/i.test(path)).slice(0, MAX_PATHS);
}
