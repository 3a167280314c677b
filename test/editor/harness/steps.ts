/** Reads the numbered steps of a document, so that a test that follows them fails if they change. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extensions } from 'vscode';

/** Reads a file of the repository. */
export function documentOf(path: string): string {
  const folder = extensions.getExtension('skillwright.skillwright')?.extensionPath ?? '';
  return readFileSync(join(folder, path), 'utf8');
}

/** Returns the numbered steps under a heading, without their numbers. */
export function stepsIn(path: string, heading: string): readonly string[] {
  const [, after = ''] = documentOf(path).split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/^\d+\. (.*)$/gm)].map(([, text = '']) => text);
}

/** Asserts that a step has the text that the test follows. */
export function assertStep(steps: readonly string[], number: number, text: string): void {
  assert.equal(
    steps[number - 1],
    text.replaceAll(/\s*\n\s*/g, ' ').trim(),
    `step ${number} was changed: let the test do what it says now, and put its new text here`,
  );
}
