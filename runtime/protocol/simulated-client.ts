/** The parts of a client that a run simulates, as the end of a sentence. */
export const SIMULATED_PARTS = 'its tools and its list of skills, not its prompt';

/** The properties that the extension shows of a client that runs can simulate. */
export interface SimulatedClient {
  /** The value of `client` in `run_started`. */
  readonly id: string;
  readonly name: string;
  /** The version that its facts are about, and their date. */
  readonly version: string;
  readonly date: string;
  /** The tool that loads a skill; absent if the model reads SKILL.md. */
  readonly loads?: string;
  readonly shell: string;
  /** The folders in which it looks for skills, relative to the home directory and to the workspace; absent if none. */
  readonly user?: string;
  readonly project?: string;
  /** Its tools: the purpose of each, and the parameter with the skill, path, pattern or command. */
  readonly tools: { readonly [name: string]: SimulatedTool };
}

export interface SimulatedTool {
  readonly purpose: 'load' | 'read' | 'list' | 'glob' | 'grep' | 'shell';
  readonly parameter: string;
}
