/** The names of the tools of all clients, in lower case: none uses a name for something else. */

/** Tools that load a skill by its name. */
export const SKILL_TOOLS = /^(?:skill|activate_skill|load_skill|use_skill)$/;
/** Tools that read files. */
export const READ_TOOLS = /^(?:read|read_file|view|view_image|readfile|read_many_files)$/;
/** Tools that run commands. */
export const SHELL_TOOLS =
  /^(?:bash|shell|shell_command|exec_command|local_shell|run_shell_command|powershell|run_in_terminal|execute_bash|command_execution)$/;
