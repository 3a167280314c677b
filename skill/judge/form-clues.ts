/** Clues about the notation of a path: its form in the text, and a prefix before it. */
import type { Clue } from '../clues/clue.ts';
import type { Situation } from './situation.ts';
import { hasForm } from './situation-tests.ts';

export const FORM_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'form.link',
    says: 'it is a link',
    matches: ({ isLink }) => isLink,
    fires: ['See [it](⟦a/b.md⟧).'],
    silent: ['See `⟦a/b.md⟧`.'],
  },
  {
    id: 'form.bare',
    says: 'it is neither code nor a link',
    matches: hasForm('bare'),
    fires: ['See ⟦a/b.md⟧ now.'],
    silent: ['See `⟦a/b.md⟧`.'],
  },
  {
    id: 'form.fence',
    says: 'it is in a fence but not in a command',
    matches: hasForm('fence'),
    fires: ['```\nsee ⟦references/b.md⟧\n```'],
    silent: ['See `⟦references/b.md⟧`.'],
  },
  {
    id: 'form.command',
    says: 'it is part of a command',
    matches: ({ isCommand }) => isCommand,
    fires: ['```bash\npython ⟦scripts/b.py⟧\n```'],
    silent: ['See `⟦scripts/b.py⟧`.'],
  },
  {
    id: 'form.manifest-link',
    says: 'it is a link in SKILL.md',
    matches: ({ isLink, isManifest }) => isLink && isManifest,
    fires: ['See [it](⟦a/b.md⟧).'],
    silent: [{ text: 'See [it](⟦a/b.md⟧).', in: 'references/a.md' }],
  },
  {
    id: 'base.skill',
    says: "it has a prefix for the skill's folder",
    matches: ({ reference }) => reference.base.kind === 'skill',
    fires: ['Run `{baseDir}/⟦scripts/a.py⟧`.'],
    silent: ['Run `⟦scripts/a.py⟧`.'],
  },
  {
    id: 'base.plugin',
    says: "it has a prefix for the plugin's folder",
    matches: ({ reference }) => reference.base.kind === 'plugin',

    // biome-ignore lint/suspicious/noTemplateCurlyInString: what authors write
    fires: ['Run `${CLAUDE_PLUGIN_ROOT}/⟦scripts/a.py⟧`.'],
    silent: ['Run `⟦scripts/a.py⟧`.'],
  },
];
