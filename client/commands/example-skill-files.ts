/** The files of the example skill. */

/** The name of the example skill and of its folder. */
export const EXAMPLE = 'release-notes-example';

/**
 * The files of a small skill to try everything on, by path relative to the skill. Two sentences name a bundled file
 * without its path, so that a run still has one to miss after the other has been fixed.
 */
export const EXAMPLE_FILES: Readonly<Record<string, string>> = {
  'SKILL.md': `---
name: ${EXAMPLE}
description: Writes release notes from a list of changes. Use when the user asks for release notes or a changelog.
---

# Release notes

## Steps

1. Ask for the version and the list of changes, if the user has not given them.
2. For the tone and the order of the sections, see the user guide.
3. Write the notes. Start from the provided template.
4. Cut every sentence that only a developer would miss.
`,
  'references/guide.md': `# How the notes should read

- One sentence at the top: why to update today.
- Then what is new, what is better, what is fixed.
- Breaking changes first, each with what to do about it.
`,
  'assets/release-notes-template.md': `# VERSION

Why to update today, in one sentence.

## New

## Better

## Fixed
`,
};

/**
 * Writes the files of the example that do not exist. Existing files are kept, as the user may have edited them.
 * @param exists returns true if there is a file at a path relative to the skill
 * @param write writes one file; if it fails, the remaining files are left to the next call
 */
export async function writeMissing(
  exists: (path: string) => Promise<boolean>,
  write: (path: string, text: string) => PromiseLike<void>,
): Promise<void> {
  for (const [path, text] of Object.entries(EXAMPLE_FILES)) if (!(await exists(path))) await write(path, text);
}
