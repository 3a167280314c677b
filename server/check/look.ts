import { join } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { formatJson } from './json.ts';
import { keepIn } from './keep.ts';
import { type Looked, Lookout } from './looked.ts';
import { formatPretty } from './pretty.ts';
import type { Printed } from './recall.ts';
import { count } from './report.ts';
import { type CheckOptions, type CheckResult, runCheck } from './run.ts';

interface LookOptions extends Pick<CheckOptions, 'paths' | 'cwd' | 'root' | 'settings'> {
  readonly format: 'pretty' | 'json';
  readonly color: boolean;
  /** Where findings are kept, and the version of the rules; nothing is kept without. */
  readonly kept: { readonly folder: string; readonly version: string } | undefined;
  readonly complain: (message: string) => void;
}

type LookResult =
  | Extract<CheckResult, { kind: 'unreadable' }>
  /** `looked` is absent where nothing is kept, or a rule threw. */
  | { readonly kind: 'printed'; readonly printed: Printed; readonly looked?: Looked };

/** Checks skills on the disk. All that this needs is loaded with it. */
export async function look({ format, color, kept, complain, ...options }: LookOptions): Promise<LookResult> {
  const lookout = kept && new Lookout();
  let failed = false;
  const result = await runCheck({
    ...options,
    fs: diskFiles(lookout),
    onRuleError(code, document, error) {
      failed = true;
      complain(`rule ${code} failed on ${document}: ${String(error)}`);
    },
    checkSkills: async (job) => (await import('./threads.ts')).checkOnThreads(lookout)(job),
    ...(kept ? { keeping: keepIn(join(kept.folder, 'check'), kept.version, lookout) } : {}),
  });
  if (result.kind === 'unreadable') return result;
  const { report } = result;
  const text = format === 'json' ? formatJson(report) : formatPretty(report, color);
  const printed = { text, errors: count(report, 'error'), warnings: count(report, 'warning') };
  return { kind: 'printed', printed, ...(lookout && !failed ? { looked: lookout.all() } : {}) };
}
