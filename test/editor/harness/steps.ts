/** The numbered steps of a document, so that a test that follows them fails where they were changed without it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extensions } from 'vscode';

/** A file of the repository. */
export function documentOf(path: string): string {
  const folder = extensions.getExtension('skillwright.skillwright')?.extensionPath ?? '';
  return readFileSync(join(folder, path), 'utf8');
}

/** The numbered steps under a heading, each as its text without the number. */
export function stepsIn(path: string, heading: string): readonly string[] {
  const [, after = ''] = documentOf(path).split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/^\d+\. (.*)$/gm)].map(([, text = '']) => text);
}

/** Holds a step to the text that the test follows. */
export function follows(steps: readonly string[], number: number, text: string): void {
  assert.equal(
    steps[number - 1],
    text.replaceAll(/\s*\n\s*/g, ' ').trim(),
    `step ${number} was changed: let the test do what it says now, and put its new text here`,
  );
}
