import { MISSES_SOURCE } from './client-miss.ts';
import type { SettingsKey } from './discovery.ts';
import type { ClientProfile } from './profile.ts';
import { PROOFS } from './proofs.ts';
import { DESCRIPTION, NAME } from './spec.ts';

const SETTINGS_KEYS: readonly SettingsKey[] = [
  { key: ['skills'], does: { kind: 'adds-folders', relativeTo: 'file', signs: true, isFirst: true } },
];

/** The coding agent pi. */
export const pi: ClientProfile = {
  id: 'pi',
  rank: 80,
  name: 'pi',
  version: PROOFS.pi.version,
  date: PROOFS.pi.date,
  evidence: ['run', 'source'],
  sources: [
    'https://www.npmjs.com/package/@earendil-works/pi-coding-agent',
    'https://github.com/earendil-works/pi packages/coding-agent/src/core/skills.ts',
  ],
  proved: PROOFS.pi,
  discovery: {
    kind: 'folders',
    folders: [
      { scope: 'workspace', path: '.pi/skills', upward: false },
      { scope: 'workspace', path: '.agents/skills', upward: true },
      { scope: 'user', path: '.pi/agent/skills' },
      { scope: 'user', path: '.agents/skills' },
    ],
    depth: { kind: 'to-skill' },
    nested: false,
    collision: 'first',
    identity: 'name',
    required: ['description'],
    drops: [{ kind: 'yaml-error' }],
    hides: true,
    reading: {
      fileLinks: true,
      folderLinks: true,
      anyCase: false,
      hidden: false,
      skips: ['node_modules'],
      rootFile: true,
      flatFiles: true,
      sameFileOnce: true,
      withoutFrontmatter: 'skipped',
      noName: 'folder',
      noText: 'as-missing',
      noDescription: 'skipped',
    },
    settings: [
      {
        at: { scope: 'user', path: '.pi/agent/settings.json' },
        format: 'json',
        keys: [...SETTINGS_KEYS, { key: ['defaultProjectTrust'], does: { kind: 'trusts' } }],
      },
      { at: { scope: 'workspace', path: '.pi/settings.json', upward: false }, format: 'json', keys: SETTINGS_KEYS },
    ],
    trust: {
      at: { scope: 'user', path: '.pi/agent/trust.json' },
      decisions: { true: 'trusted', false: 'refused' },
      setting: 'always',
      fix: 'Trust the folder: start `pi` in it and answer its question.',
    },
    unknown: ['skills of pi packages, and files that .gitignore and .ignore leave out'],
  },
  fields: [
    { ...NAME, does: 'Names the skill; defaults to the name of the folder.' },
    { ...DESCRIPTION, does: 'Listed for the model with the name and the path.' },
    {
      name: 'disable-model-invocation',
      value: { kind: 'flag', default: false },
      does: 'Leaves the skill out of the list that the model sees.',
    },
  ],
  tools: [
    { name: 'read', does: 'read a file' },
    { name: 'write', does: 'create or overwrite a file' },
    { name: 'edit', does: 'change parts of a file' },
    { name: 'bash', does: 'run a shell command' },
    { name: 'grep', does: 'search in files' },
    { name: 'find', does: 'find files by pattern' },
    { name: 'ls', does: 'list a folder' },
  ],
  misses: [
    { basis: 'collected', what: 'bundled', kind: 'absent', missed: 1, source: MISSES_SOURCE.collected },
    { basis: 'collected', what: 'bundled', kind: 'base.workspace', missed: 1, source: MISSES_SOURCE.collected },
  ],
  behaviors: [
    {
      id: 'pi',
      catalogue: {
        role: 'system',
        element: 'available_skills',
        entry:
          '  <skill>\n    <name>{name}</name>\n    <description>{description}</description>\n    <location>{path}</location>\n  </skill>',
        escapes: 'xml',
        states: ['load-first', 'paths-relative-to-skill'],
      },
      activation: { kind: 'read' },
      shell: {
        tool: 'bash',
        command: 'command',
        timeout: { parameter: 'timeout', unit: 's' },
        extra: [],
        directory: 'workspace',
        cd: 'forgotten',
        timedOut: '{output}\n\nCommand timed out after {seconds} seconds',
        succeeded: '{output}',
        failed: '{output}\n\nCommand exited with code {code}',
        failedIsError: true,
        empty: '(no output)',
        keepsEnd: true,
        limit: {
          size: 51_200,
          unit: 'bytes',
          lines: 2000,
          keeps: 'tail',
          notice: '\n\n[Showing lines {first}-{last} of {lines}.]',
          noticeAt: 'end',
          dropsLastBreak: true,
        },
      },
      fileTools: [
        {
          kind: 'read',
          tool: 'read',
          path: 'path',
          range: { first: 'offset', count: 'limit' },
          empty: '(no tool output)',
          result: '{lines}',
          maxLines: 2000,
          maxBytes: 51_200,
          countsLastNewline: true,
          part: {
            limit: '{lines}\n\n[Showing lines {first}-{last} of {total}. Use offset={next} to continue.]',
            bytes:
              '{lines}\n\n[Showing lines {first}-{last} of {total} (50.0KB limit). Use offset={next} to continue.]',
            range: '{lines}\n\n[{left} more lines in file. Use offset={next} to continue.]',
          },
          pastEnd: 'Offset {first} is beyond end of file ({total} lines total)',
          messages: {
            missing: "ENOENT: no such file or directory, access '{path}'",
            directory: 'EISDIR: illegal operation on a directory, read',
          },
        },
      ],
      reach: 'anywhere',
      failure: { kind: 'text', template: '{message}' },
      missingParameter: 'Validation failed for tool "{tool}":\n  - {parameter}: missing\n\nReceived arguments:\n{args}',
      loops: { kind: 'none' },
    },
  ],
};
