/** Tests for paths that a text creates, shows as output, tests for, or describes in a language other than English. */
import { describe, expect, it } from 'vitest';
import { problems } from '../../test/equipment/skill/skill-in-memory.ts';

const FILES = ['references/pricing.md', 'scripts/setup.py', 'assets/skeleton/scripts/migrate.sh'];
const fence = (language: string, ...lines: readonly string[]): string =>
  `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;

describe('does not report', () => {
  it.each([
    [
      'a file written by a command, run afterwards',
      fence('bash', "cat > scripts/check.sh <<'EOF'", 'echo', 'EOF', 'chmod +x scripts/check.sh', './scripts/check.sh'),
    ],
    [
      'a path inside a file that a command writes',
      fence('bash', "cat > .git/hooks/pre-push <<'EOF'", 'exec ./scripts/lint.sh', 'EOF'),
    ],
    [
      'a path inside a script that a command writes',
      fence('bash', "cat > hooks/check.sh <<'EOF'", 'exec ./scripts/lint.sh', 'EOF'),
    ],
    [
      'a download, read afterwards',
      `${fence('bash', 'curl -fsSL https://x.org/a.yaml -o assets/openapi.yaml')}\n\nThen read \`assets/openapi.yaml\`.`,
    ],
    ['a file created by touch, then changed', fence('bash', 'touch scripts/deploy.sh && chmod +x scripts/deploy.sh')],
    ['a file that `tee` writes', fence('bash', 'echo hi | tee assets/config.json', 'cp assets/config.json out/')],
    [
      'an output option in a fence that is not shell code',
      fence('yaml', 'steps:', '  - run: python report.py --out references/report.md'),
    ],
    ['the target of a make rule', fence('make', 'docs: references/api.md', '\tpython gen.py > references/api.md')],
    ['a file that a command tests for', fence('bash', 'test -f scripts/local.sh && bash scripts/local.sh')],
    ['a file tested for in brackets', fence('bash', 'if [ -x "scripts/local.sh" ]; then', '  scripts/local.sh', 'fi')],
    ['an optional file', 'When there is a `scripts/local.sh`, run it last.'],
    ['output of a script', `The script prints:\n\n${fence('', 'references/x.md written', 'see references/y.md')}`],
    ['indented output', 'Example output:\n\n    wrote references/x.md\n    wrote assets/y.png'],
    ['a removed file', '`references/old-guide.md` was removed in 2.0.'],
    ['a former name', 'It was formerly `scripts/run.sh`.'],
    ['deliverables', '## Deliverables\n\n1. `scripts/analysis.py` – the analysis\n2. `assets/` – figures'],
    [
      'a path inside a folder to be copied',
      'Copy the files of `assets/skeleton/` to the service. There, run `scripts/migrate.sh up`.',
    ],
  ])('%s', (_, body) => expect(problems(body, FILES)).toEqual([]));

  it.each([
    ['a path in a quotation', '> references/taxes.md has the rates.', 'references/taxes.md: missing'],
    ['an arrow', '- Taxes -> `references/taxes.md`', 'references/taxes.md: missing'],
    ['a command that writes another file', fence('bash', 'python scripts/a.py > out.txt'), 'scripts/a.py: missing'],
    [
      'a command after a heredoc',
      fence('bash', "cat > a.txt <<'EOF'", 'hi', 'EOF', 'python scripts/a.py'),
      'scripts/a.py: missing',
    ],
    ['a typo', fence('bash', 'python scripts/setpu.py > a.txt'), 'scripts/setpu.py: missing scripts/setup.py'],
    [
      'a file to read under a heading about outputs',
      '## Outputs\n\nRead `references/taxes.md` first.',
      'references/taxes.md: missing',
    ],
    [
      'a path inside a folder that is never copied',
      'Run `scripts/migrate.sh up`.',
      'scripts/migrate.sh: missing assets/skeleton/scripts/migrate.sh',
    ],
  ])('but reports %s', (_, body, problem) => expect(problems(body, FILES)).toEqual([problem]));
});

describe('paths excused in other languages', () => {
  it.each([
    [
      'German, written',
      'Speichere das Ergebnis unter `assets/ergebnis.png`. Lege bei Bedarf `references/notizen.md` an.',
    ],
    ['German, written at the end', 'Die Notizen in `references/notizen.md` ablegen.'],
    ['German, an example', 'Benenne Dateien klar, zum Beispiel: `references/beispiel-preise.md`.'],
    ['German, the user’s', 'Ändere `scripts/build.sh` im Projekt des Benutzers.'],
    ['German, optional', 'Lies `references/team.md`, falls vorhanden.'],
    ['French, written', 'Enregistrez le résultat dans `assets/resultat.png`. Créez `scripts/nouveau.py`.'],
    ['French, an example', 'Nommez-les clairement, par exemple `references/tarifs-2024.md`.'],
    ['French, the user’s', 'Modifiez `scripts/build.sh` du projet.'],
    ['Spanish, written', 'Guarda el resultado en `assets/resultado.png`. Crea `scripts/nuevo.py` si hace falta.'],
    ['Spanish, an example', 'Por ejemplo: `references/ventas.md`.'],
    ['Portuguese, written', 'Salve o resultado em `assets/resultado.png`.'],
    ['Italian, written', 'Salva il risultato in `assets/risultato.png`.'],
    ['Russian, written', 'Сохраните результат в `assets/result.png`.'],
    ['Japanese, an example', '例えば`references/keigo.md`のように名付けます。'],
    ['Japanese, the user’s', 'プロジェクトの`scripts/build.sh`を編集します。'],
    ['Chinese, written', '把结果保存到`assets/result.png`。'],
    ['Chinese, an example', '例如：`references/sales.md`。'],
    ['Korean, written', '결과를 `assets/result.png`에 저장합니다.'],
  ])('%s', (_, body) => expect(problems(body, FILES)).toEqual([]));

  it.each([
    ['German', 'Lies die Preisliste in `references/preise.md`, bevor du schreibst.', 'references/preise.md: missing'],
    ['German, described there', 'Gehe vor wie in `references/ablauf.md` beschrieben.', 'references/ablauf.md: missing'],
    ['French', 'Lisez d’abord `references/tarifs.md`.', 'references/tarifs.md: missing'],
    ['Spanish', 'Lee `references/tarifas.md` antes de crear la factura.', 'references/tarifas.md: missing'],
    ['Japanese', '料金は`references/ryokin.md`を参照してください。', 'references/ryokin.md: missing'],
    ['Chinese', '请先阅读`references/jiage.md`，然后保存结果。', 'references/jiage.md: missing'],
  ])('but reports a path to read: %s', (_, body, problem) => expect(problems(body, FILES)).toEqual([problem]));
});

describe('resolves links with Markdown syntax', () => {
  it.each([
    ['an escaped underscore', '[x](references/the\\_guide.md)'],
    ['an entity', '[x](references/a&amp;b.md)'],
  ])('%s', (_, body) => expect(problems(body, ['references/the_guide.md', 'references/a&b.md'])).toEqual([]));
});
