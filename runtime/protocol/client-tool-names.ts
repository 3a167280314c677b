/** The names of the tools of all clients, in lower case: none uses a name for something else. */

/** Tools that load a skill by its name. */
export const SKILL_TOOLS = /^(?:skill|activate_skill|load_skill|use_skill)$/;
/** Tools that read files. */
export const READ_TOOLS = /^(?:read|read_file|view|view_image|readfile|read_many_files)$/;
/** Tools that run commands. */
export const SHELL_TOOLS =
  /^(?:bash|shell|shell_command|exec_command|local_shell|run_shell_command|powershell|run_in_terminal|execute_bash|command_execution)$/;
/** Tools that write files. */
export const EDIT_TOOLS =
  /^(?:write|write_file|edit|multiedit|replace|create|create_file|str_replace|str_replace_editor|str_replace_based_edit_tool|insert|apply_patch|patch|replace_string_in_file|insert_edit_into_file)$/;
