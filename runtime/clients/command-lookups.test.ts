import { describe, expect, it } from 'vitest';
import { lookupsIn } from './command-lookups.ts';

const found = (command: string) =>
  lookupsIn(command, '/w', '/home/u').map(({ kind, path, pattern }) =>
    [kind, path, ...(pattern === undefined ? [] : [pattern])].join(' '),
  );

describe('lookupsIn', () => {
  it.each([
    ['cat references/a.md', ['resource /w/references/a.md']],
    ["sed -n '1,200p' references/a.md", ['resource /w/references/a.md']],
    ['head -n 20 ./references/a.md | grep -i name', ['resource /w/references/a.md']],
    ['head -20 references/a.md b.md', ['resource /w/references/a.md', 'resource /w/b.md']],
    ['grep -e needle -A 3 references/a.md', ['resource /w/references/a.md']],
    ['cat "my notes/a b.md"', ['resource /w/my notes/a b.md']],
    ['grep -rn needle references/a.md', ['resource /w/references/a.md']],
    ['python3 scripts/x.py --in a.txt', ['script /w/scripts/x.py']],
    ['LANG=C python3 -u scripts/x.py', ['script /w/scripts/x.py']],
    ['uv run scripts/x.py', ['script /w/scripts/x.py']],
    ['./scripts/x', ['script /w/scripts/x']],
    ['bash scripts/x.sh > out.txt 2>&1', ['script /w/scripts/x.sh']],
    ['python3 -c "print(1)"', []],
    ['python3 -m pytest tests/a.py', []],
    ['cd /s && cat a.md', ['search /s', 'resource /s/a.md']],
    ['cd sub; python x.py', ['search /w/sub', 'script /w/sub/x.py']],
    ['ls -la references/', ['search /w/references']],
    ['test -f scripts/x.py || echo no', ['search /w/scripts/x.py']],
    ['[ -f a.md ] && cat a.md', ['search /w/a.md', 'resource /w/a.md']],
    ['if [ -e a.md ]; then cat a.md; fi', ['search /w/a.md', 'resource /w/a.md']],
    ['find . -name "x.py" 2>/dev/null | head', ['search /w x.py']],
    ['find / -type f -name "*guide*.md"', ['search / *guide*.md']],
    ['find . -type f | grep guide.md', ['search /w', 'search /w *guide.md*']],
    ['ls -R | grep -i "guide"', ['search /w *guide*']],
    ['rg --files | rg guide', ['search /w *guide*']],
    ['npm test | grep guide.md', []],
    ['ls | grep -E "guide|terms"', []],
    ['fd guide.md', ['search /w *guide.md*']],
    ['locate guide.md', ['search / *guide.md*']],
    ['cat ~/notes.md', ['resource /home/u/notes.md']],
    ['D=/s; cat $D/a.md', ['resource /s/a.md']],
    // A variable for the skill's folder that the client does not set.
    [`python3 ${'$'}{CLAUDE_SKILL_DIR}/scripts/x.py`, ['script /w/scripts/x.py']],
    ['cat $(git ls-files)', []],
    ['for f in a.md b.md; do echo "--- $f"; cat "$f"; done', ['resource /w/a.md', 'resource /w/b.md']],
    ['F="a.md b.md"; for f in $F; do wc -l $f; done', ['resource /w/a.md', 'resource /w/b.md']],
    ['for f in $(git ls-files); do cat "$f"; done', ['resource /w/$f']],
    [
      'for a in x y; do for b in 1 2; do cat $a/$b; done; done',
      ['x/1', 'x/2', 'y/1', 'y/2'].map((one) => `resource /w/${one}`),
    ],
    ['for p in "a x.js" "b y.js"; do set -- $p; node "$2"; done', ['script /w/x.js', 'script /w/y.js']],
    ['cat {x,y}/SKILL.md', ['resource /w/x/SKILL.md', 'resource /w/y/SKILL.md']],
    ["cat <<'EOF' > a.md\ncat b.md\nEOF\ncat c.md", ['resource /w/c.md']],
    ['cat references/*.md', ['search /w/references']],
    ['cat "unfinished', ['resource /w/unfinished']],
    ['git commit -m "cat references/a.md"', []],
    ['npm test', []],
  ])('%s', (command, expected) => expect(found(command)).toEqual(expected));

  it('takes time in proportion to the length of the line', () => {
    for (const part of ['a ', '$(', '"', '\\', 'cat <<A\n', "'", '${', '(', '`', '{a,b}', 'for i in 1 2 3; do '])
      expect(lookupsIn(part.repeat(9_000), '/w', '/h').length).toBeLessThan(9_000);
  });
});
