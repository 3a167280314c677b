import { describe, expect, test } from 'vitest';
import { manifest, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { readSkills } from './read-skills.ts';

const GOOD = manifest('good');

/** Returns the names of the skills that were found, and the notes about others. */
function read(files: Record<string, string | Uint8Array>): { names: readonly string[]; notes: readonly string[] } {
  const folder = writeFiles(temporaryFolder(), { 'good/SKILL.md': GOOD, ...files });
  const result = readSkills([folder]);
  if (result.kind === 'failed') throw new Error(result.message);
  return { names: result.skills.map((skill) => skill.name), notes: result.notes };
}
const written = (fields: string) => ({ 'other/SKILL.md': `---\n${fields}\n---\nBody.\n` });

describe('[101] SKILL.md', () => {
  test('can also be named skill.md', () => {
    expect(read({ 'other/skill.md': manifest('other') })).toEqual({ names: ['good', 'other'], notes: [] });
  });

  test.each([
    ['# No frontmatter', /has no frontmatter/],
    ['---\nname: [\n---\n', /skipped/],
    ['---\n- a list\n---\n', /must be a map/],
    ['---js\nthrow new Error("ran")\n---\n', /use YAML/],
    ['\n---\nname: other\ndescription: x\n---\n', /has no frontmatter/],
  ])('skips %j', (text, why) => {
    expect(read({ 'other/SKILL.md': text })).toEqual({ names: ['good'], notes: [expect.stringMatching(why)] });
  });

  test('[decided] a skill in a folder with another name is offered with a note', () => {
    const { names, notes } = read({ 'other/SKILL.md': manifest('someone') });
    expect(names).toEqual(['good', 'someone']);
    expect(notes).toEqual([expect.stringMatching(/'someone' differs from its folder 'other'; ADK would reject/)]);
  });
});

describe('[102] fields', () => {
  test.each([
    ['description: x', /name is missing/],
    ['name: 7\ndescription: x', /name must be text/],
    ['name: Other\ndescription: x', /lowercase/],
    ['name: other_one\ndescription: x', /lowercase/],
    ['name: other--one\ndescription: x', /lowercase/],
    ['name: ../good\ndescription: x', /lowercase/],
    ['name: other', /description is missing/],
    ['name: other\ndescription: " "', /description is empty/],
    [`name: other\ndescription: ${'x'.repeat(1025)}`, /1,025 characters; .+ allows at most 1,024/],
    [`name: other\ndescription: x\ncompatibility: ${'x'.repeat(501)}`, /501 characters; .+ allows at most 500/],
  ])('skips %j', (fields, why) => {
    expect(read(written(fields))).toEqual({ names: ['good'], notes: [expect.stringMatching(why)] });
  });

  test.each<[string, string | null, number, boolean]>([
    ['Google ADK, which is the default', 'adk', 1025, false],
    ['GitHub Copilot CLI', 'copilot-cli', 1025, false],
    ['GitHub Copilot CLI', 'copilot-cli', 1024, true],
    ['Claude Code', 'claude-code', 1025, true],
    ['Claude Code', 'claude-code', 9000, true],
    ['Codex', 'codex', 1025, true],
    ['Gemini CLI', 'gemini-cli', 1025, true],
    ['opencode', 'opencode', 1025, true],
    ['pi', 'pi', 1025, true],
    ['VS Code', 'vscode', 1025, true],
    ['VS Code with a tool', 'vscode-skill', 1025, true],
    ['no client', null, 9000, true],
  ])('%s (%s) lists a skill with a description of %i characters: %s', (_, client, length, isListed) => {
    const folder = writeFiles(temporaryFolder(), {
      'good/SKILL.md': GOOD,
      ...written(`name: other\ndescription: ${'x'.repeat(length)}`),
    });
    const result = readSkills([folder], { client });
    expect(result.kind === 'found' && result.skills.map(({ name }) => name)).toEqual(
      isListed ? ['good', 'other'] : ['good'],
    );
  });

  test('[80] skips ADK metadata of the wrong type', () => {
    for (const entry of ['adk_additional_tools: one', 'adk_additional_tools: [1]', 'adk_inject_state: "true"'])
      expect(read(written(`name: other\ndescription: x\nmetadata:\n  ${entry}`)).names).toEqual(['good']);
  });

  test.each([
    ['the longest description', `name: other\ndescription: ${'x'.repeat(1024)}`],
    ['unknown fields', 'name: other\ndescription: x\nwhatever: 1'],
    ['allowed-tools', 'name: other\ndescription: x\nallowed-tools: Read Write'],
    ['a name that is valid after NFKC', 'name: ｏｔｈｅｒ\ndescription: x'],
    ['letters of other languages', 'name: über-größe\ndescription: x'],
  ])('accepts %s', (_, fields) => {
    expect(read(written(fields)).names).toHaveLength(2);
  });

  test('keeps unknown fields and allowed-tools', () => {
    const folder = writeFiles(
      temporaryFolder(),
      written('name: other\ndescription: x\nwhatever: 1\nallowed-tools: Read'),
    );
    const result = readSkills([folder]);
    const frontmatter = result.kind === 'found' ? result.skills[0]?.manifest.frontmatter : undefined;
    expect(frontmatter?.kind === 'valid' && frontmatter.data).toMatchObject({ whatever: 1, 'allowed-tools': 'Read' });
  });

  test('[decided] a skill whose name exceeds 64 characters is offered with a note', () => {
    const name = 'x'.repeat(65);
    const { names, notes } = read({ [`${name}/SKILL.md`]: manifest(name) });
    expect([names, notes]).toEqual([['good', name], [expect.stringMatching(/longer than 64/)]]);
  });
});

describe('[103] listing', () => {
  test('skips an unreadable skill with a note and offers the others', () => {
    const { names, notes } = read({
      'none/SKILL.md': '# No frontmatter',
      'broken/SKILL.md': '---\nname: [\n---\n',
      'binary/SKILL.md': new Uint8Array([0, 1, 2]),
      'large/SKILL.md': new Uint8Array(3_000_000).fill(97),
      '__pycache__/a.pyc': 'x',
    });
    expect([names, notes.length]).toEqual([['good'], 4]);
  });

  test('the message says why no skill was found', () => {
    const folder = writeFiles(temporaryFolder(), written('name: other'));
    expect(readSkills([folder])).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/description is miss/),
    });
    expect(readSkills([`${folder}/gone`])).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/does not exist/),
    });
  });
});
