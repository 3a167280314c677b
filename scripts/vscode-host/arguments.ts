/** The options of desktop VS Code that `@vscode/test-electron` and our scripts use. */
import { defined } from '../../skill/index.ts';

export interface HostArguments {
  /** Absolute path of the folder or `.code-workspace` to open. */
  readonly open?: string;
  readonly extensionDevelopmentPaths: readonly string[];
  readonly extensionTestsPath?: string;
  readonly userDataDir?: string;
  readonly extensionsDir?: string;
  readonly trustDisabled: boolean;
  /** Extensions may use the proposed API that they declare; in a browser, all of them. */
  readonly proposedApi?: true;
  readonly version: boolean;
  /** `--install-extension` and related options, unchanged. */
  readonly manage: readonly string[];
}

const withValue = new Set(['extensionDevelopmentPath', 'extensionTestsPath', 'user-data-dir', 'extensions-dir']);
const managing = new Set(['install-extension', 'uninstall-extension', 'list-extensions', 'force', 'show-versions']);

/**
 * Parses `--key=value`, `--key value` for known keys, and one positional path; other flags are ignored, because many
 * flags of desktop VS Code have no meaning in a browser.
 */
export function parseArguments(argv: readonly string[]): HostArguments {
  const values = new Map<string, string[]>();
  const flags = new Set<string>();
  const manage: string[] = [];
  let open: string | undefined;
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] ?? '';
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(argument);
    if (!match) {
      if (!argument.startsWith('-')) open = argument;
      continue;
    }
    const [, key = '', given] = match;
    if (managing.has(key)) {
      manage.push(argument);
      if (key.endsWith('install-extension') && given === undefined) manage.push(argv[++i] ?? '');
    } else if (withValue.has(key)) {
      values.set(key, [...(values.get(key) ?? []), given ?? argv[++i] ?? '']);
    } else flags.add(key);
  }
  const last = (key: string) => values.get(key)?.at(-1);
  const [extensionTestsPath, userDataDir, extensionsDir] = [
    last('extensionTestsPath'),
    last('user-data-dir'),
    last('extensions-dir'),
  ];
  return defined({
    open,
    extensionTestsPath,
    userDataDir,
    extensionsDir,
    extensionDevelopmentPaths: values.get('extensionDevelopmentPath') ?? [],
    trustDisabled: flags.has('disable-workspace-trust'),
    proposedApi: flags.has('enable-proposed-api') ? true : undefined,
    version: flags.has('version'),
    manage,
  });
}
