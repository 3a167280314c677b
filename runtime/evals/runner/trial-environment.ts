type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that name the folder, the package or the repository in which the eval was called: by a shell, npm, git or VS Code. */
const PLACES =
  /^(?:OLDPWD|INIT_CWD|VSCODE_CWD|PROJECT_CWD|CLAUDE_PROJECT_DIR|GEMINI_PROJECT_DIR|npm_(?:package_json|config_local_prefix)|GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY))$/i;

/**
 * Returns the environment of a client in a trial: `PWD` is the copy of the workspace, from which some clients take their
 * folder rather than from the system, and no variable leads to the folder in which the eval was called.
 * @param workspace absolute path of the copy
 */
export function trialEnvironment(environment: Environment, workspace: string): Environment {
  const kept = Object.entries(environment).filter(([name]) => !PLACES.test(name) && name.toUpperCase() !== 'PWD');
  return { ...Object.fromEntries(kept), PWD: workspace };
}
