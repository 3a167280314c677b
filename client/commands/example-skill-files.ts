/** Name and folder of the example. */
export const EXAMPLE = 'release-notes-example';

/**
 * A small skill to try everything on: two sentences name a bundled file without its path, so one is left to be missed by
 * a run when the other has been fixed. By path from the skill's folder.
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
 * Writes those files of the example that are not there; what is there may have been worked on.
 * @param exists tells whether there is a file at a path from the skill's folder
 * @param write writes one; where it fails the rest is left, and written by the next call
 */
export async function writeMissing(
  exists: (path: string) => Promise<boolean>,
  write: (path: string, text: string) => PromiseLike<void>,
): Promise<void> {
  for (const [path, text] of Object.entries(EXAMPLE_FILES)) if (!(await exists(path))) await write(path, text);
}
