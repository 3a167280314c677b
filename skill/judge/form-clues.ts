/** Clues about the notation of a path: its form in the text, and a prefix before it. */
import { type Clue, clue, inDocument, inSkill } from './clue.ts';
import { hasForm } from './situation-tests.ts';

export const FORM_CLUES: readonly Clue[] = [
  clue(
    'form.link',
    'it is a link',
    ({ isLink }) => isLink,
    [inSkill('See [it](⟦a/b.md⟧).')],
    [inSkill('See `⟦a/b.md⟧`.')],
  ),
  clue(
    'form.bare',
    'it is neither code nor a link',
    hasForm('bare'),
    [inSkill('See ⟦a/b.md⟧ now.')],
    [inSkill('See `⟦a/b.md⟧`.')],
  ),
  clue(
    'form.fence',
    'it is in a fence but not in a command',
    hasForm('fence'),
    [inSkill('```\nsee ⟦references/b.md⟧\n```')],
    [inSkill('See `⟦references/b.md⟧`.')],
  ),
  clue(
    'form.command',
    'it is part of a command',
    ({ isCommand }) => isCommand,
    [inSkill('```bash\npython ⟦scripts/b.py⟧\n```')],
    [inSkill('See `⟦scripts/b.py⟧`.')],
  ),
  clue(
    'form.manifest-link',
    'it is a link in SKILL.md',
    ({ isLink, isManifest }) => isLink && isManifest,
    [inSkill('See [it](⟦a/b.md⟧).')],
    [inDocument('references/a.md', 'See [it](⟦a/b.md⟧).')],
  ),
  clue(
    'base.skill',
    "it has a prefix for the skill's folder",
    ({ reference }) => reference.base.kind === 'skill',
    [inSkill('Run `{baseDir}/⟦scripts/a.py⟧`.')],
    [inSkill('Run `⟦scripts/a.py⟧`.')],
  ),
  clue(
    'base.plugin',
    "it has a prefix for the plugin's folder",
    ({ reference }) => reference.base.kind === 'plugin',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what authors write
    [inSkill('Run `${CLAUDE_PLUGIN_ROOT}/⟦scripts/a.py⟧`.')],
    [inSkill('Run `⟦scripts/a.py⟧`.')],
  ),
];
