import { expect, it } from 'vitest';
import { createdFiles } from './created-files.ts';

it.each([
  ['echo a > notes/a.md', 'notes/a.md'],
  ['echo a | tee notes/a.md', 'notes/a.md'],
  ['mkdir -p notes && cp /tmp/b.md notes/a.md', 'notes/a.md'],
  ['cp -r /tmp/a.md notes', 'notes/a.md'],
  ['mv -f /tmp/a.md /tmp/b.md notes/', 'notes/b.md'],
  ['touch -c notes/a.md', 'notes/a.md'],
  ['cd notes && touch a.md', 'notes/a.md'],
  ['cd notes; echo a > a.md', 'notes/a.md'],
  [`bash -lc "cp /tmp/b.md notes/a.md"`, 'notes/a.md'],
  [`python3 -c "open('notes/a.md', 'w').write('a')"`, 'notes/a.md'],
  [`python3 - <<'EOF'\nPath("notes/a.md").write_text("a")\nEOF`, 'notes/a.md'],
  [`node -e "fs.writeFileSync('notes/a.md', 'a')"`, 'notes/a.md'],
])('%s creates a file', (command, path) =>
  expect(createdFiles('Bash', { command }, '/home/ada/tea')).toContain(`/home/ada/tea/${path}`),
);

it.each(['cat notes/a.md', 'cp notes/a.md /tmp/b.md', `python3 -c "open('notes/a.md').read()"`, 'ls notes/a.md'])(
  '%s creates no file that it reads',
  (command) => expect(createdFiles('Bash', { command }, '/home/ada/tea')).not.toContain('/home/ada/tea/notes/a.md'),
);
