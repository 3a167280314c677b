import type { PartEvidence } from './profile.ts';

/** The evidence for each part of the profile. */
export const VSCODE_EVIDENCE: readonly PartEvidence[] = [
  {
    part: 'discovery',
    version: '1.139',
    date: '2026-11',
    evidence: ['source', 'documentation'],
    source: 'https://github.com/microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax',
  },
  {
    part: 'fields',
    version: '1.139',
    date: '2026-11',
    evidence: ['source'],
    source: 'https://github.com/microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax',
  },
  {
    part: 'catalogue',
    version: '1.139',
    date: '2026-11',
    evidence: ['source'],
    source: 'https://github.com/microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax',
    inferred: 'Only vscode-skill has a limit, because the source applies it if the skill tool is offered.',
  },
  {
    part: 'activation',
    version: '1.139',
    date: '2026-11',
    evidence: ['source'],
    source: 'https://github.com/microsoft/vscode src/vs/workbench/contrib/chat/common/promptSyntax',
    inferred: 'Which of the two ways is on depends on the release and on an experiment.',
  },
  {
    part: 'shell',
    version: '1.139',
    date: '2026-11',
    evidence: ['source'],
    source: 'https://github.com/microsoft/vscode src/vs/workbench/contrib/terminalContrib/chatAgentTools',
    inferred: 'The exit code is shown, as with shell integration; without it there is none.',
  },
  {
    part: 'file-tools',
    version: 'Copilot Chat 0.42.0 (31acd00a)',
    date: '2026-03-29',
    evidence: ['source'],
    source: 'https://github.com/microsoft/vscode-copilot-chat src/extension/tools/node',
    inferred:
      'The message for a missing folder of list_dir. A search without matches also has a hint about ignored files, which is left out.',
  },
  {
    part: 'loops',
    version: 'older releases',
    date: '2026-11',
    evidence: ['documentation'],
    source: 'https://code.visualstudio.com/docs/agents/reference/tools-reference',
    inferred: 'The default of the setting differs by release.',
  },
];
