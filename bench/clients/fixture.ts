/** The folders in which a client is compared: a workspace, and made-up skills where the client looks for them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Fixture {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  /** Source folders of the skills, for our own client. */
  readonly skills: readonly string[];
}

const numberedLines = (count: number, text = 'line'): string =>
  Array.from({ length: count }, (_, n) => `${text} ${n + 1}\n`).join('');

const WORKSPACE: Readonly<Record<string, string>> = {
  'README.md': '# Orchard\n\nCounts apples.\n',
  'src/basket.ts': 'export const basket = "wicker";\n',
  'docs/long.md': numberedLines(3000),
  'docs/heavy.md': numberedLines(1500, 'x'.repeat(100)),
  'docs/wide.md': `short\n${'w'.repeat(3000)}\nshort\n`,
  'docs/empty.md': '',
  'docs/ragged.md': 'first\n\n  third\n\n\nno newline at the end',
  'docs/many/a.md': '# A\n',
  '.gitignore': 'ignored/\n',
  'ignored/hidden.md': 'wicker\n',
};

const TALLY: Readonly<Record<string, string>> = {
  'SKILL.md':
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a client
    '---\nname: tally-lines\ndescription: Counts the lines & words of a text. Use it for "how long is this file?"\n---\n\n# Tally\n\nRead `references/guide.md`. Then run `python3 scripts/count.py FILE`.\n\nArguments: $ARGUMENTS and $1, folder ${CLAUDE_SKILL_DIR}.\n',
  'references/guide.md': '# Guide\n\nCount quietly, word by word.\n',
  'scripts/count.py': 'import sys\nprint("lines:", len(open(sys.argv[1]).read().splitlines()))\n',
  '.hidden': 'hidden\n',
  'node_modules/dep/index.js': 'export {};\n',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`assets/part-${n + 10}.txt`, `part ${n}\n`])),
};

const PRUNE: Readonly<Record<string, string>> = {
  'SKILL.md':
    '---\nname: prune-lists\ndescription: Removes duplicates from lists.\n---\n\n# Prune\n\nKeep the first of each.\n',
};

/** Creates the folders below `root`, which is emptied. Skills are copied to each folder in `where`. */
export function makeFixture(
  root: string,
  where: { readonly user: readonly string[]; readonly project: readonly string[] },
): Fixture {
  rmSync(root, { recursive: true, force: true });
  const fixture = {
    root,
    home: join(root, 'home'),
    workspace: join(root, 'workspace'),
    skills: [join(root, 'skills/tally-lines'), join(root, 'skills/prune-lists')],
  };
  write(fixture.workspace, WORKSPACE);
  mkdirSync(join(fixture.workspace, '.git'), { recursive: true });
  const folders = [
    join(root, 'skills'),
    ...where.user.map((path) => join(fixture.home, path)),
    ...where.project.map((path) => join(fixture.workspace, path)),
  ];
  for (const folder of folders) {
    write(join(folder, 'tally-lines'), TALLY);
    write(join(folder, 'prune-lists'), PRUNE);
  }
  return fixture;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
