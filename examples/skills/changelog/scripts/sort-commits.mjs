// Sorts commit messages, one a line on standard input, into the lists of a changelog entry.
import { fstatSync, readFileSync } from 'node:fs';

const lists = { feat: 'Added', fix: 'Fixed', perf: 'Changed', refactor: 'Changed', revert: 'Removed' };
const sample = ['feat: a dark theme', 'fix: the cursor jumped on paste', 'perf: search is twice as fast', 'test: more cases'];

function input() {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isFile() ? readFileSync(0, 'utf8').split('\n').filter(Boolean) : [];
  } catch {
    return [];
  }
}

const given = input();
const sorted = { Added: [], Changed: [], Fixed: [], Removed: [] };
for (const message of given.length > 0 ? given : sample) {
  const [, type, text] = /^(\w+)(?:\([^)]*\))?!?:\s*(.+)$/.exec(message) ?? [];
  if (type in lists) sorted[lists[type]].push(text);
}
for (const [list, entries] of Object.entries(sorted)) {
  if (entries.length > 0) console.log(`### ${list}\n${entries.map((entry) => `- ${entry}`).join('\n')}\n`);
}
