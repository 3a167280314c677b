/** Time from a key to its diagnostics in 290 kB of dense prose, among 932 skills, by what is typed where. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createChance } from '../../test/equipment/server/random-edits/chance.ts';
import { median, percentile } from '../figures/statistics.ts';
import { resultId } from './long-keystrokes.ts';
import { startProbed } from './probed.ts';
import { createWorkspace } from './workspaces.ts';

const SKILLS = 932;
const LINES = [350, 2_700];
/** Milliseconds between two keys, and those after a line, as a person types. */
const PACE = { key: 60, line: 400 };
/** Lines of prose in a section. */
const SECTION = 40;
/** The text that is typed, at the start of the line that a pattern finds first after the middle of the text. */
const TYPED: readonly (readonly [what: string, text: string, place: RegExp])[] = [
  ['prose', ' see `references/x.md` and the user guide for what is left. ', /\n(?=[A-Z])/g],
  ['a list', '- Run `scripts/build.py`, then read the guide.\n- Then build.\n', /\n(?=- )/g],
  ['a fence', '```bash\npython scripts/y.py\n```\n', /\n(?=\n# )/g],
  ['a heading', '## More to do\n', /\n(?=\n# )/g],
  ['a field of the frontmatter', '\nlicense: MIT and more of it', /.(?=\n---\n)/g],
  ['frontmatter without an end', 'license: MIT and more of it', /\n(?=---\n)/g],
  ['the description', ' Also use it for more of them.', /.(?=\n---\n)/g],
];

/** Returns a SKILL.md of `lines` lines of 108 characters on average: prose of the corpus, in sections with a list each. */
function denseText(corpus: string, lines: number): string {
  const chance = createChance(1);
  const prose = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)SKILL\.md$/.test(path))
    .sort()
    .flatMap((path) =>
      readFileSync(join(corpus, path), 'utf8')
        .replace(/^---\n[\s\S]*?\n---\n/, '')
        .split('\n'),
    )
    .filter((line) => /^(?:[A-Z]|- )/.test(line) && line.length > 90 && line.length < 260 && !line.includes('```'));
  const out = [
    '---',
    'name: longest',
    'description: Explains many topics. Use it for questions about any of them.',
    '---',
  ];
  for (let index = 0; out.length < lines; index++) {
    if (index % SECTION === 0) out.push('', `# Topic ${index / SECTION + 1}`, '');
    out.push(chance.pick(prose));
    if (index % 4 === 3) out.push('');
  }
  return `${out.join('\n')}\n`;
}

/**
 * Types `keys` keys of each kind at the pace of a person, and prints the times of the server's process for the answer to
 * each key. Work that waits for a pause is not in them.
 */
export async function denseKeystrokes(
  bundle: string,
  scratch: string,
  corpus: string,
  longest: string,
  keys: number,
): Promise<void> {
  const { folder, manifest } = createWorkspace(join(scratch, 'dense'), longest, SKILLS);
  for (const lines of LINES) {
    const text = denseText(corpus, lines);
    writeFileSync(manifest, text);
    for (const [what, typed, place] of TYPED) {
      const { editor, end } = await startProbed(bundle, join(scratch, 'probed-dense.json'), dirname(folder));
      await editor.open(manifest, text);
      let id = resultId(await editor.pull(manifest));
      const middle = place.source.includes('---') ? 0 : text.length / 2;
      const at = [...text.matchAll(place)].map(({ index }) => index + 1).find((index) => index > middle) ?? 0;
      let { refreshes } = editor;
      for (let key = 0; key < keys; key++) {
        const character = typed[key % typed.length] ?? ' ';
        void editor.notify('textDocument/didChange', editor.change(manifest, at + key, at + key, character));
        id = resultId(await editor.pull(manifest, id)) ?? id;
        await setTimeout(character === '\n' ? PACE.line : PACE.key);
        // A document that waited for the pause asks to be pulled again.
        if (editor.refreshes > refreshes) id = resultId(await editor.pull(manifest, id)) ?? id;
        refreshes = editor.refreshes;
      }
      const { ms, cpu } = await end();
      console.log(
        `${what} typed in ${lines} lines of dense prose (${Math.round(text.length / 1000)} kB), ${ms.length} keys: on a processor median ${median(cpu).toFixed(1)}, p95 ${percentile(cpu, 0.95).toFixed(1)} ms; waited median ${median(ms).toFixed(1)}, p95 ${percentile(ms, 0.95).toFixed(1)} ms${lines > 1000 ? ' (aim: median 25 on a processor, p95 30)' : ''}`,
      );
    }
  }
}
