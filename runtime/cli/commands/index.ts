/** Everything that the commands accept, in one module, so that the bundler puts it into one file. */
export { catalogCommand } from './catalog.ts';
export { clientsCommand } from './clients.ts';
export { dapCommand } from './dap.ts';
export { diffCommand } from './diff.ts';
export { evalCommand } from './eval.ts';
export { exportCommand } from './export.ts';
export { forkCommand } from './fork.ts';
export { hookCommand } from './hook.ts';
export { importCommand } from './import.ts';
export { modelsCommand } from './models.ts';
export { replayCommand } from './replay.ts';
export { resumeCommand } from './resume.ts';
export { runCommand } from './run.ts';
export { runsCommand } from './runs.ts';
export { sessionsCommand } from './sessions.ts';
export { showCommand } from './show.ts';
export { stressCommand } from './stress.ts';
