// biome-ignore-all lint/suspicious/noTemplateCurlyInString: paths as authors write them
/** Kinds of tokens whose place decides: commands that a client runs, lines before, headings, HTML, frontmatter. */
import type { TokenKind } from './token-kind.ts';

const head = (hooks: string): string => `---\nname: billing\ndescription: Bills.\nhooks:\n${hooks}---\n\n# Billing\n`;
const hook = (command: string): string =>
  head(`  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ${command}\n`);

export const PLACES: readonly TokenKind[] = [
  {
    name: 'cd on the line before',
    sentences: [
      '```bash\ncd shop && \\\n  python scripts/migrate.py\n```',
      '```bash\ncd ${CLAUDE_SKILL_DIR} && \\\n  python ⟦scripts/book.py⟧\n```',
      '```bash\ncd ${CLAUDE_SKILL_DIR} && \\\n  python ⟨scripts/tally.py⟩\n```',
      '```bash\ncd ~/code/shop && \\\n./scripts/release.sh\n```',
      '```bash\ncd "$PROJECT" && \\\n  node scripts/build.js\n```',
      '```bash\ncd shop\npython scripts/migrate.py\n```',
      '```bash\npython ⟦scripts/book.py⟧ && \\\n  cd shop\n```',
      '```bash\ncd shop && python scripts/migrate.py --all\n```',
      '```bash\npushd clients/acme\nbash scripts/import.sh\npopd\npython ⟦scripts/book.py⟧\n```',
      '```bash\ncd <skill-dir>\npython ⟦scripts/book.py⟧\n```',
      'Run `cd shop && python scripts/migrate.py` there.',
      '```bash\ncd shop\nnpm ci\ncd ..\npython ⟦scripts/book.py⟧\n```',
      '```bash\n(cd shop && node scripts/build.js)\npython ⟦scripts/book.py⟧\n```',
      '```bash\ncd shop && \\\n  python ${CLAUDE_SKILL_DIR}/⟦scripts/book.py⟧\n```',
      {
        text: '```bash\ncd shop && \\\n  python ⟦scripts/reconcil.py⟧\n```',
        files: ['scripts/reconcile.py'],
      },
      '```bash\ncd scripts && python book.py\n```',
      '```bash\ncd scripts && python tools/tally.py\n```',
    ],
  },
  {
    name: 'a list of what is planned',
    sentences: [
      '## Future\n\n- `references/refunds.md`: money back',
      '## Planned additions\n\n- references/refunds.md',
      'Planned:\n\n- `references/refunds.md`\n- `scripts/refund.py`',
      '**Future work**\n\n- [ ] `scripts/refund.py` pays money back',
      '### Roadmap\n\n1. Add `scripts/refund.py`.',
      'Coming soon:\n- `references/refunds.md`',
      '## To do\n\n* `references/refunds.md`',
      '## Not yet written\n\n- [refunds](references/refunds.md)',
      '## Future rates\n\nRead `⟦references/next.md⟧` for those of next year.',
      '## Planned\n\n- refunds\n\n## Now\n\n- Read `⟦references/next.md⟧`.',
      'TODO:\n- `references/refunds.md`',
    ],
  },
  {
    name: 'a command that runs when the skill is loaded',
    sentences: [
      '```!\nbash ${CLAUDE_SKILL_DIR}/⟦scripts/open.sh⟧\n```',
      '```!\npython ⟨scripts/tally.py⟩ --open\n```',
      '```!\ncat ⟦scripts/open.sh⟧\n```',
      'Open invoices: !`bash ⟦scripts/open.sh⟧`',
      'Open invoices: !`python ${CLAUDE_SKILL_DIR}/⟨scripts/tally.py⟩`',
      '!`python ${CLAUDE_SKILL_DIR}/⟦tools/open.py⟧`',
      '```!\n# example of a report\nnode ${CLAUDE_SKILL_DIR}/⟦scripts/report.js⟧ > /tmp/report.json\n```',
      'For example, the state now: !`bash ${CLAUDE_SKILL_DIR}/⟦scripts/open.sh⟧`',
      'For example: !`bash ⟦scripts/open.sh⟧`',
      'Save the state to a file, e.g. !`python ⟦scripts/state.py⟧`',
      '```!\nls ${CLAUDE_SKILL_DIR}/references/drafts/late.md 2>/dev/null || true\n```',
      'Branch: !`git branch --show-current`, package: !`cat package.json`',
      '```!\ngit status --short\ncat src/main.ts\n```',
      '!`cat ${CLAUDE_SKILL_DIR}/⟦references/open.md⟧`',
    ],
  },
  {
    name: 'an image in HTML',
    sentences: [
      '<img src="⟦assets/seal.png⟧" alt="Seal">',
      '<img src="⟨assets/logo.png⟩" alt="Logo">',
      '<p align="center"><img width="40" src=\'⟦assets/seal.png⟧\'></p>',
      'The mark <img src="⟦assets/seal.png⟧"/> is on the last page.',
      '<div>\n  <img\n    src="⟦assets/seal.svg⟧"\n  >\n</div>',
      '<img src="https://example.com/assets/seal.png">',
      '<img src="data:image/png;base64,iVBORw0KGgo=">',
      '<!-- <img src="assets/old.png"> -->',
      'Write `<img src="assets/mine.png">` into the page.',
      '```html\n<img src="assets/mine.png">\n```',
      '<img src="{{ logo }}"> <img src="assets/<name>.png">',
    ],
  },
  {
    name: 'a link in HTML',
    sentences: [
      'See <a href="⟦references/fees.md⟧">the fees</a>.',
      'See <a href="⟨references/rates.md⟩">the rates</a>.',
      'See <a class="more" href="⟦references/fees.md⟧#late">late fees</a>.',
      "<ul><li><a href='⟦references/fees.md⟧'>Fees</a></li></ul>",
      '<details>\n<summary>More</summary>\n<a href="⟦references/fees.md⟧">Fees</a>\n</details>',
      '<a href="https://example.com/references/fees.md">Fees</a>',
      '<a href="#fees">Fees</a> <a href="mailto:a@example.com">Mail</a>',
      '<a name="references/anchor.md"></a>',
      '<!-- <a href="references/old.md">Old</a> -->',
      '```html\n<a href="references/page.html">Page</a>\n```',
    ],
  },
  {
    name: 'hooks in the frontmatter',
    sentences: [
      hook('"bash ${CLAUDE_SKILL_DIR}/⟦scripts/check.sh⟧"'),
      hook('"python ${CLAUDE_SKILL_DIR}/⟨scripts/tally.py⟩"'),
      hook('bash ⟦scripts/check.sh⟧'),
      hook("'python ⟨scripts/tally.py⟩ --quiet'"),
      hook('⟦./scripts/check.sh⟧'),
      hook('"bash \\"${CLAUDE_SKILL_DIR}/⟦scripts/check.sh⟧\\" --all"'),
      hook('bash "${CLAUDE_SKILL_DIR}"/⟦scripts/check.sh⟧'),
      hook('|\n            python ⟦scripts/check.py⟧ \\\n              --quiet'),
      hook('"npx prettier --check src/index.ts"'),
      hook('"~/.claude/skills/billing/⟦scripts/check.sh⟧"'),
      head('  Stop:\n    - hooks:\n        - { type: command, command: "bash ⟦scripts/stop.sh⟧" }\n'),
      '---\nname: billing\ndescription: Runs scripts/check.sh on bills.\n---\n\n# Billing\n',
      '---\nname: billing\ndescription: Bills.\nmetadata:\n  command: bash scripts/check.sh\n---\n\n# Billing\n',
    ],
  },
];
