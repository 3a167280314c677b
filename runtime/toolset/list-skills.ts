import type { Skill } from '../../skill/index.ts';
import { own } from '../../skill/index.ts';
import type { Tool } from '../loop/interfaces/tools.ts';

/** Creates list_skills, which returns the name and description of every skill but not its files. */
export function listSkillsTool(skills: () => readonly Skill[]): Tool {
  return {
    name: 'list_skills',
    description: 'Lists the available skills, each with its name and description.',
    repeatable: true,
    readOnly: true,
    inputSchema: { type: 'object', properties: {} },
    execute: () => ({ kind: 'result', value: skillsAsXml(skills()) }),
  };
}

/** Returns the skills in the XML that the Agent Skills specification suggests for prompts. */
export function skillsAsXml(skills: readonly Pick<Skill, 'name' | 'description'>[]): string {
  const items = skills.map(
    ({ name, description }) =>
      `<skill>\n<name>${escapeXml(name)}</name>\n<description>${escapeXml(description)}</description>\n</skill>\n`,
  );
  return `<available_skills>\n${items.join('')}</available_skills>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => own(ESCAPES, character) ?? character);
}
