import { CLIENTS, type ClientProfile, charactersOf } from '../../skill/index.ts';
import { clientRun } from '../clients/client-run.ts';
import { CLIENT_RUN_IDS } from '../clients/client-run-ids.ts';
import { jsonLine } from '../journal/json-line.ts';
import { formatCount } from '../text/count.ts';
import type { Output } from './output.ts';

export interface ClientsOptions {
  readonly json?: boolean;
}

/** Prints the clients that `run --client` can simulate, with the version and date of the facts about each. */
export function printClients({ json }: ClientsOptions, output: Output): void {
  const clients = CLIENT_RUN_IDS.map(describe);
  if (json === true) {
    output.line(jsonLine({ clients: clients.map(({ id, version, date }) => ({ id, version, date })) }));
    return;
  }
  for (const { id, name, version, date, facts } of clients)
    output.line(`${id}: ${name}, ${version} (${date})\n${facts.map((fact) => `  ${fact}`).join('\n')}`);
}

interface ClientDescription {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly date: string;
  readonly facts: readonly string[];
}

function describe(id: string): ClientDescription {
  const run = clientRun(id);
  const profile = run?.profile ?? CLIENTS.find((client) => client.id === id);
  const { name = id, version = '', date = '' }: Partial<ClientProfile> = profile ?? {};
  if (run === undefined)
    return { id, name, version, date, facts: ["the runtime's own tools: scripts run in the skill's folder"] };
  const { activation, catalogue, shell, fileTools } = run.behavior;
  const reader = fileTools.find(({ kind }) => kind === 'read')?.tool ?? shell.tool;
  const { budget } = catalogue;
  return {
    id,
    name,
    version,
    date,
    facts: [
      `loads a skill with ${activation.kind === 'tool' ? activation.tool : `${reader} on its SKILL.md`}`,
      `${catalogue.entry.includes('{path}') ? 'shows' : 'does not show'} the path of SKILL.md in its list${budget === undefined ? '' : `, which it truncates at ${formatCount(charactersOf(budget), 'character')}`}`,
      `${activation.kind === 'tool' && activation.files !== undefined ? 'lists' : 'does not list'} the bundled files of a loaded skill`,
      `runs commands (${shell.tool}) in the ${shell.directory}; cd is ${shell.cd === 'forgotten' ? 'forgotten' : shell.cd === 'kept' ? 'kept' : 'kept inside the workspace'}`,
    ],
  };
}
