import { describe, expect, it } from 'vitest';
import { importRecords } from '../../../test/equipment/runtime/session.ts';
import { namesIn, namesInAttachment, namesInDiscovery, namesInInstructions } from './offered-skills.ts';

const CODEX = `<skills_instructions>
## Skills
Each entry includes a name.
### Skill roots
- \`r0\` = \`C:/Users/ada/.codex/skills\`
### Available skills
- brewer: Brews tea: green and black (file: r0/brewer/SKILL.md)
- teahouse:baker: Bakes (file: r1/baker/SKILL.md)
### How to use skills
- Discovery: it lists the skills.
</skills_instructions>`;

describe('names of offered skills', () => {
  it("in Codex's instructions", () => {
    expect(namesInInstructions(CODEX)).toEqual(['brewer', 'teahouse:baker']);
    expect(namesInInstructions('## Skills\n- brewer: Brews')).toEqual([]);
  });

  it("in Claude Code's attachments", () => {
    expect(namesInAttachment({ type: 'skill_listing', names: ['brewer'] })).toEqual(['brewer']);
    expect(namesInAttachment({ type: 'skill_listing', content: '- brewer: Brews\n- baker: Bakes' })).toEqual([
      ...['brewer', 'baker'],
    ]);
    expect(namesInAttachment({ type: 'dynamic_skill', skillNames: ['baker'] })).toEqual(['baker']);
    expect(namesInAttachment({ type: 'todo', names: ['brewer'] })).toEqual([]);
  });

  it("in Copilot CLI's list, without those that are not enabled", () => {
    expect(namesIn([{ name: 'brewer' }, { name: 'baker', enabled: false }, 'cook', 7])).toEqual(['brewer', 'cook']);
  });

  it("in VS Code's notes", () => {
    expect(namesInDiscovery('Resolved 6 skills in 0.0ms | loaded: [brewer, baker, ...] | folders: [/a]')).toEqual([
      ...['brewer', 'baker'],
    ]);
    expect(namesInDiscovery('Resolved 0 skills | loaded: []')).toEqual([]);
  });

  it('are in the last line of an import', async () => {
    const envelope = {
      parentUuid: null,
      isSidechain: false,
      sessionId: 's',
      cwd: '/',
      timestamp: '2026-01-05T10:00:00Z',
    };
    const { finished } = await importRecords([
      { ...envelope, type: 'attachment', uuid: 'a', attachment: { type: 'skill_listing', names: ['brewer', 'baker'] } },
      { ...envelope, type: 'user', uuid: 'b', message: { role: 'user', content: 'Brew.' } },
    ]);
    expect(finished).toMatchObject({ offered: ['brewer', 'baker'], metadata: 1 });
  });
});
