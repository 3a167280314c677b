/** Variables that stand for the user's home in PowerShell and in the command prompt of Windows. */
const HOMES =
  /\$\{?env:HOMEDRIVE\}?\$\{?env:HOMEPATH\}?|%HOMEDRIVE%%HOMEPATH%|\$\{?env:(?:USERPROFILE|HOME)\}?(?!\w)|\$\{?USERPROFILE\}?(?!\w)|%USERPROFILE%/gi;
/** The beginning of a path of Windows: a drive, the home, a folder above, or a long path. */
const START = String.raw`(?:\\\\\?\\)?[A-Za-z]:|~|\$HOME|\$\{HOME\}|\.{1,2}|\\\\wsl(?:\$|\.localhost)`;
/** Such a path in quotes, with its quotation marks, and one without. */
const QUOTED = new RegExp(String.raw`(["'])((?:${START})\\[^"'\n]{0,1000})\1`, 'g');
const BARE = new RegExp(String.raw`(^|[\s=(;,&|<>])((?:${START})\\[^\s"'\`;,&|<>()]{1,1000})`, 'gm');
/** Commands and parameters that only PowerShell has. */
const POWERSHELL =
  /\b(?:powershell|pwsh)(?:\.exe)?\s|\b(?:Get-(?:Content|ChildItem|Item)|Test-Path|Set-Location|Push-Location|Select-String|Join-Path|Resolve-Path)\b|(?:^|[;\n])[ \t]{0,40}\$\w{1,100} ?= ?["'$(]|(?:^|[;\n])[ \t]{0,40}& +\S|\b(?:gc|gci)\s/i;
/** The command prompt's `type` of a file, which is something else in bash. */
const TYPE = /(^|[;&|\n][ \t]{0,40}|\bcmd(?:\.exe)?\s+\/c\s+["']?)type(?=\s+["']?[^\s"']*[\\/.:])/gi;
/** `powershell -NoProfile -Command "…"` */
const WRAPPED =
  /^\s*(?:powershell|pwsh)(?:\.exe)?\s+(?:-(?:NoProfile|NoLogo|NonInteractive|nop|ExecutionPolicy\s+\w+|ep\s+\w+)\s+){0,5}-(?:c|Command)\s+(["'])([\s\S]{1,20000})\1\s*$/i;
/** `cmd /c "…"` */
const CMD = /\bcmd(?:\.exe)?\s+\/c\s+(?:(["'])([^"'\n]{1,5000})\1|([^\n]{1,5000}))/gi;
/** Parameters of PowerShell whose value is no file, with the value. */
const VALUED =
  /\s-(?:Encoding|TotalCount|Head|First|Tail|Last|Delimiter|ReadCount|Depth|Filter|Include|Exclude|ErrorAction|ExecutionPolicy|ep)\s+(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s;|]{1,200})/gi;
const NAMED = /\s-(?:Path|LiteralPath|File|f)\s+(?=["'$~\w./])/gi;
const SWITCHES = /\s-(?:Raw|Force|Recurse|NoProfile|NoLogo|NonInteractive|nop|Wait)\b/gi;

/**
 * Returns a command line of PowerShell, of the command prompt or of a shell on Windows as one of bash, as far as it reads, lists or
 * runs files. Others are unchanged.
 */
export function bashCommand(whole: string): string {
  const [, , inner] = WRAPPED.exec(whole) ?? [];
  const command = inner ?? whole;
  if (!/[\\%$]|\b(?:Get-|Test-Path|gci?\b|type\b)/i.test(command)) return command;
  const isPowerShell = POWERSHELL.test(command);
  const homed = command.replace(HOMES, '$HOME').replace(TYPE, '$1cat');
  const slashed = isPowerShell
    ? homed.replace(/\\+/g, '/')
    : homed
        .replace(QUOTED, (_, quote: string, path: string) => quote + path.replace(/\\+/g, '/') + quote)
        .replace(BARE, (_, before: string, path: string) => before + path.replace(/\\+/g, '/'));
  return isPowerShell
    ? fromPowerShell(slashed)
    : slashed.replace(CMD, (_, _quote: string, inner?: string, bare?: string) => inner ?? bare ?? '');
}

/** Translates the commands of PowerShell that read, list and run files. */
function fromPowerShell(command: string): string {
  return command
    .replace(
      /\(\s*Join-Path\s+([^\s()]{1,200})\s+(?:"([^"\n]{1,500})"|'([^'\n]{1,500})'|([^\s()]{1,500}))\s*\)/gi,
      (_, base: string, ...names: readonly unknown[]) => {
        const name = names.slice(0, 3).find((one) => typeof one === 'string') ?? '';
        return `"${base.replace(/^["']|["']$/g, '')}/${String(name)}"`;
      },
    )
    .replace(VALUED, '')
    .replace(SWITCHES, '')
    .replace(/\b(Select-String|sls)\b[^;|\n]*?\s-(?:Path|LiteralPath)\s+/gi, 'cat ')
    .replace(NAMED, ' ')
    .replace(/\|\s*(?:Select-Object|select|Out-String|Out-Host)\b[^;|\n]*/gi, '| head')
    .replace(/\b(?:Get-Content|gc)\b/gi, 'cat')
    .replace(/\b(?:Get-ChildItem|gci|Test-Path|Get-Item|Resolve-Path)\b/gi, 'ls')
    .replace(/\b(?:Set-Location|Push-Location|chdir)\b/gi, 'cd')
    .replace(/(^|[;\n|])([ \t]{0,40})& +(?=["'$\w~./])/g, '$1$2')
    .replace(/(^|[;\n])([ \t]{0,40})\$(\w{1,100}) ?= ?(?=["'$~\w./])/g, '$1$2$3=');
}
