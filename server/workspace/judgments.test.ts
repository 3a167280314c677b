/** Judgments cached during edits equal those of a new workspace. */
import { expect, it } from 'vitest';
import { type FileSystem, memoryFiles, overlay } from '../../skill/index.ts';
import { createChance } from '../../test/equipment/server/random-edits/chance.ts';
import { HEAD } from '../../test/equipment/server/server.ts';
import { Workspace } from './workspace.ts';

const manifest = '/work/notes/SKILL.md';
const FILES = {
  [manifest]: '',
  '/work/notes/references/rates.md': '# Rates',
  '/work/notes/references/style-guide.md': '# Style',
  '/work/notes/scripts/total.py': 'print()',
};
const FILLER = 'The sum of every column is written below the last row, with the currency in front of it. '.repeat(12);

/** Sections with missing paths, far enough apart that most edits are distant. */
const section = (number: number): string =>
  [
    `## Part ${number}\n`,
    `Read \`references/part-${number}.md\` and [the table](tables/t${number}.csv) first. ${FILLER}`,
    `- \`references/shared.md\`: what all parts have\n- \`scripts/run-${number % 3}.py\`\n`,
    `\`\`\`bash\npython scripts/step_${number}.py --all\n\`\`\`\n`,
    `For the tone see the style guide. ${FILLER}\n`,
  ].join('\n');
const TEXT = `${HEAD}# Notes\n\n${Array.from({ length: 9 }, (_, index) => section(index)).join('\n')}`;

/** Words that may affect the judgment of a distant path. */
const INSERTIONS = [
  'references/shared.md',
  'references/rates.md',
  ' `references/part-3.md`',
  '\n# A heading\n',
  '\n## Templates for the style guide\n',
  'cp x.py scripts/step_5.py\n',
  ' src/a.ts src/b.ts lib/c.js tests/d.ts app/e.py ',
  'skill skills skill ',
  'tables/t1.csv tables/t2.csv',
  'x',
  '\n',
  '`',
];

function openWorkspace() {
  const buffers = new Map([[manifest, TEXT]]);
  const disk: FileSystem = overlay(memoryFiles(FILES), buffers);
  const workspace = new Workspace(disk, (code, _document, error) => {
    throw new Error(code, { cause: error });
  });
  workspace.setFolders(['/work']);
  return { buffers, workspace };
}

function resultsOf(workspace: Workspace) {
  const result = workspace.diagnose(manifest);
  return {
    findings: result?.findings.map(({ code, severity, message, range, judgment }) => ({
      code,
      severity,
      message,
      range,
      judgment,
    })),
    judged: result?.analysis?.references.map(({ reference, judge }) => [reference.path, judge?.()]),
    mentions: result?.analysis?.mentions.map(({ mention, verdict, judge }) => [mention.text, verdict, judge?.()]),
  };
}

it.each([1, 2])('equal those of a new workspace after each of many edits (%i)', (seed) => {
  const chance = createChance(seed);
  const { buffers, workspace } = openWorkspace();
  let text = TEXT;
  resultsOf(workspace);
  for (let step = 0; step < 10; step++) {
    const at = HEAD.length + chance.below(text.length - HEAD.length);
    const end = chance() < 0.3 ? Math.min(text.length, at + chance.below(60)) : at;
    text = text.slice(0, at) + (end > at ? '' : chance.pick(INSERTIONS)) + text.slice(end);
    buffers.set(manifest, text);
    workspace.textChanged(manifest, false);
    const fresh = openWorkspace();
    fresh.buffers.set(manifest, text);
    expect(resultsOf(workspace), `step ${step}`).toEqual(resultsOf(fresh.workspace));
  }
});
