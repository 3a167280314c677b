import { CODEX_MISSES } from './codex-misses.ts';
import type { ClientProfile } from './profile.ts';
import { PROOFS } from './proofs.ts';
import { ALLOWED_TOOLS, COMPATIBILITY, DESCRIPTION, LICENSE, METADATA, NAME } from './spec.ts';

const CODEX_HOME = { scope: 'user-variable', variable: 'CODEX_HOME', fallback: '.codex' } as const;

/** Codex CLI, by OpenAI. */
export const codex: ClientProfile = {
  id: 'codex',
  rank: 30,
  name: 'Codex',
  version: PROOFS.codex.version,
  date: PROOFS.codex.date,
  evidence: ['run', 'source', 'transcript'],
  sources: [
    'https://www.npmjs.com/package/@openai/codex',
    'https://github.com/openai/codex codex-rs/core-skills/src/loader.rs',
    'https://developers.openai.com/codex/skills',
  ],
  proved: PROOFS.codex,
  discovery: {
    kind: 'folders',
    folders: [
      { ...CODEX_HOME, path: 'skills/.system', own: true },
      { scope: 'machine', path: '/etc/codex/skills' },
      { scope: 'workspace', path: '.agents/skills', upward: true },
      { scope: 'workspace', path: '.codex/skills', upward: false },
      { scope: 'user', path: '.agents/skills' },
      { ...CODEX_HOME, path: 'skills' },
    ],
    depth: { kind: 'levels', max: 6 },
    nested: true,
    collision: 'both',
    identity: 'name',
    required: ['description'],
    drops: [{ kind: 'yaml-error' }, { kind: 'name-longer-than', max: 64 }],
    // Codex uses `agents/openai.yaml` next to SKILL.md instead.
    hides: false,
    reading: {
      fileLinks: false,
      folderLinks: true,
      anyCase: false,
      hidden: false,
      skips: [],
      rootFile: true,
      sameFileOnce: true,
      markHidesFrontmatter: true,
      repairs: 'colons',
      withoutFrontmatter: 'skipped',
      noName: 'folder',
      noText: 'number-as-text',
      noDescription: 'skipped',
      policy: { file: 'agents/openai.yaml', key: ['policy', 'allow_implicit_invocation'] },
    },
    settings: [
      {
        at: { ...CODEX_HOME, path: 'config.toml' },
        format: 'toml',
        keys: [
          { key: ['skills', 'config'], does: { kind: 'configures' } },
          { key: ['plugins'], does: { kind: 'enables-plugins' } },
        ],
      },
    ],
    plugins: { kind: 'by-marketplace', at: { ...CODEX_HOME, path: 'plugins/cache' }, versions: true, prefixes: true },
    unknown: ['skills of connected accounts, and settings given with -c'],
  },
  fields: [
    { ...NAME, does: 'Names the skill; defaults to the name of the folder.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name and the path; cut at 1,024 characters.' },
    LICENSE,
    COMPATIBILITY,
    {
      ...METADATA,
      value: { kind: 'map', entries: { 'short-description': { kind: 'text', max: 1024 } } },
      does: 'Reads `short-description`.',
    },
    ALLOWED_TOOLS,
  ],
  tools: [
    { name: 'exec_command', does: 'run a command' },
    { name: 'write_stdin', does: 'type into a running command' },
    { name: 'shell_command', does: 'run a command (some models)' },
    { name: 'apply_patch', does: 'apply a patch to files' },
  ],
  misses: CODEX_MISSES,
  behaviors: [
    {
      id: 'codex',
      catalogue: {
        role: 'developer',
        element: 'skills_instructions',
        entry: '- {name}: {description} (file: {path})',
        joins: 'white-space',
        order: { by: 'code-units', within: 'scope' },
        aliases: { heading: '### Skill roots', root: '- `{alias}` = `{root}`', list: '### Available skills' },
        budget: {
          characters: 8000,
          windowShare: 0.02,
          // `gpt-5.5`, the default.
          window: 272_000,
          perDescription: 1024,
          countsTokens: true,
          ellipsis: '...',
          countsCodePoints: true,
          overflow: { kind: 'shorten-descriptions' },
        },
        states: ['load-first', 'read-whole', 'paths-relative-to-skill', 'load-as-needed'],
      },
      activation: { kind: 'read' },
      shell: {
        tool: 'exec_command',
        command: 'cmd',
        workdir: 'workdir',
        extra: [
          { name: 'shell', type: 'string' },
          { name: 'login', type: 'boolean' },
          { name: 'tty', type: 'boolean' },
          { name: 'yield_time_ms', type: 'number' },
          { name: 'max_output_tokens', type: 'number' },
          { name: 'sandbox_permissions', type: 'string' },
          { name: 'justification', type: 'string' },
          { name: 'prefix_rule', type: 'array' },
        ],
        directory: 'workspace',
        cd: 'forgotten',
        succeeded:
          'Chunk ID: {id}\nWall time: {seconds} seconds\nProcess exited with code {code}\nOriginal token count: {tokens}\nOutput:\n{output}',
        failed:
          'Chunk ID: {id}\nWall time: {seconds} seconds\nProcess exited with code {code}\nOriginal token count: {tokens}\nOutput:\n{output}',
        failedIsError: false,
        empty: '',
        keepsEnd: true,
        missingDirectory:
          'exec_command failed: CreateProcess { message: "Rejected(\\"Failed to create unified exec process: No such file or directory (os error 2)\\")" }',
        limit: {
          size: 10_000,
          unit: 'tokens',
          keeps: 'head-and-tail',
          notice: 'Warning: truncated output (original token count: {tokens})\nTotal output lines: {lines}\n\n',
          between: '…{tokens} tokens truncated…',
        },
      },
      fileTools: [],
      reach: 'anywhere',
      failure: { kind: 'text', template: '{message}' },
      missingParameter: 'failed to parse function arguments: missing field `{parameter}` at line 1 column {column}',
      loops: { kind: 'none' },
    },
  ],
};
