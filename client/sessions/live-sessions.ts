/** Opens the sessions that agents begin in the folders of this window, while they run, if the user has switched that on. */
import * as vscode from 'vscode';
import type { SessionSource } from '../../runtime/protocol/sessions.ts';
import { readJournalMisses } from '../misses/session-journal-misses.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import type { ShowTimeline } from './session-reading.ts';
import type { SessionReadings } from './session-readings.ts';
import { SessionWatch } from './session-watch.ts';
import { mayReadSession } from './settings.ts';

/** The setting, which a workspace cannot change. */
const SETTING = 'live.openSessions';

/**
 * Opens each session that Skillwright's hooks begin to record in a folder of this window, and follows it, also while it is hidden:
 * its misses are shown in the skills. Nothing is read before the setting is on.
 * @param show shows the timeline of a journal, and leaves the focus where it is
 */
export function openLiveSessions(readings: SessionReadings, show: ShowTimeline): vscode.Disposable {
  let watch: SessionWatch | undefined;
  let isOn = false;
  const update = async (): Promise<void> => {
    const wanted = vscode.workspace.getConfiguration('skillwright').get<boolean>(SETTING, false);
    if (wanted === isOn) return;
    isOn = wanted;
    watch?.dispose();
    watch = undefined;
    if (!isOn) return;
    const since = Date.now();
    const { module, log } = readings.context;
    const facts = await queryRuntime(module, log, (process) => process.describeHooks({}));
    // It may have been switched off, or off and on, in the meantime.
    if (!isOn || watch !== undefined || facts === undefined) return;
    const folders = (): readonly string[] => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    const onSession = (source: SessionSource): void => {
      if (mayReadSession(source) && !readings.following.isFollowing(source)) void open(readings, source, show);
    };
    watch = new SessionWatch({ folder: facts.sessions, folders, onSession }, since);
  };
  void update();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`skillwright.${SETTING}`)) void update();
    }),
    {
      dispose() {
        isOn = false;
        watch?.dispose();
      },
    },
  );
}

/** Opens a session. What cannot be read is only logged, because the user has not just asked for it. */
async function open(readings: SessionReadings, source: SessionSource, show: ShowTimeline): Promise<void> {
  const { context, following } = readings;
  const { result, stamp, timelines } = await readings.read(source, show, vscode.ProgressLocation.Window);
  if (result?.kind !== 'read') {
    if (result !== undefined) context.log.info(result.message);
    return;
  }
  for (const timeline of timelines) following.follow(source, stamp, result.journal, timeline, true);
  const misses = await readJournalMisses(result.journal, source);
  if (misses !== undefined) context.addMisses([misses]);
}
