import { describe, expect, it } from 'vitest';
import type { HookClient } from '../../runtime/protocol/hooks.ts';
import { CONSENT, checkChoices, guardChoices, installedText, runsText, STARTS } from './choices.ts';
import { doctorPage } from './doctor-page.ts';

const CLIENT: HookClient = {
  client: 'claude-code',
  name: 'Claude Code',
  isUsed: true,
  installed: [],
  runs: { here: 0, elsewhere: 0 },
  problems: [],
  canEnd: true,
  shows: true,
  continues: true,
  userFile: '~/.claude/settings.json',
  projectFile: '.claude/settings.json',
};
const INSTALLED: HookClient = {
  ...CLIENT,
  installed: [{ scope: 'user', file: '/home/ada/.claude/settings.json', guard: 'advise', check: 'on' }],
};

describe('choices', () => {
  it('say what ending a turn costs, only where a client can end one', () => {
    const costOf = (client: HookClient, value: string) =>
      guardChoices(client).find((choice) => choice.value === value)?.cost;
    expect(costOf(CLIENT, 'on')).toBe('can leave you without an answer, can cost a turn');
    expect(costOf(CLIENT, 'advise')).toContain('costs no turn');
    expect(costOf({ ...CLIENT, canEnd: false }, 'on')).toBe('can cost a turn');
    expect(costOf({ ...CLIENT, continues: false }, 'on')).toBe('can leave you without an answer');
  });

  it('fit into a line of a list, with what they cost', () => {
    const clients = [CLIENT, { ...CLIENT, canEnd: false }, { ...CLIENT, continues: false }];
    const details = clients.flatMap((one) => [...guardChoices(one), ...checkChoices(one)].map(({ detail }) => detail));
    for (const detail of [...details, CONSENT, STARTS]) expect(detail.length, detail).toBeLessThanOrEqual(84);
  });

  it('offer a check at the end of a turn only where the model can get it', () => {
    expect(checkChoices(CLIENT).map(({ value }) => value)).toEqual(['on', 'stop', 'off']);
    expect(checkChoices({ ...CLIENT, continues: false }).map(({ value }) => value)).toEqual(['on', 'off']);
  });

  it('describe what is installed and has run', () => {
    expect([installedText(CLIENT), runsText(CLIENT)]).toEqual(['', '']);
    expect(installedText(INSTALLED)).toBe('all projects: guard advise, check on');
    expect(runsText(INSTALLED)).toBe('never ran in this folder');
    expect(runsText({ ...INSTALLED, runs: { here: 0, elsewhere: 2 } })).toBe(
      'never ran in this folder, but in 2 sessions elsewhere',
    );
    expect(runsText({ ...INSTALLED, runs: { here: 1, elsewhere: 2 } })).toBe('ran in 1 session in this folder');
  });
});

describe('doctorPage', () => {
  const dateOf = (time: string) => time.slice(0, 10);

  it('says how to begin if nothing is installed', () => {
    expect(doctorPage([CLIENT], undefined, dateOf)).toBe(
      '# Hooks of Skillwright\n\nNo hooks are installed. **Skillwright: Guard My Agents…** installs them.\n',
    );
  });

  it('has for each client whether it ran, and what prevents it', () => {
    const guarded = {
      ...INSTALLED,
      runs: { here: 3, elsewhere: 0, last: '2026-11-29T10:00:00.000Z' },
      problems: ['SKILLWRIGHT_HOOKS is off in this terminal: hooks say nothing.'],
    };
    const page = doctorPage([guarded, { ...CLIENT, name: 'Codex CLI' }], '/work/`tea`', dateOf);
    expect(page).toBe(`# Hooks of Skillwright in \`/work/'tea'\`

## Claude Code

- Installed for all projects: guard advise, check on (\`/home/ada/.claude/settings.json\`)
- Its hooks ran in 3 sessions in this folder, last 2026-11-29
- SKILLWRIGHT_HOOKS is off in this terminal: hooks say nothing.

Not installed: Codex CLI.
`);
  });
});
