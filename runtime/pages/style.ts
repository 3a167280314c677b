/** The style of the page. VS Code defines the theme's variables; any other browser uses the fallback values. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --fg: var(--vscode-foreground, light-dark(#3b3b3b, #cccccc));
  --bg: var(--vscode-editor-background, light-dark(#ffffff, #1f1f1f));
  --muted: color-mix(in srgb, var(--fg) 78%, var(--bg));
  --line: var(--vscode-contrastBorder, var(--vscode-panel-border, light-dark(#e5e5e5, #2b2b2b)));
  --code: var(--vscode-textCodeBlock-background, light-dark(#f2f2f2, #2b2b2b));
  --link: var(--vscode-textLink-foreground, light-dark(#005fb8, #4daafc));
  --warn: var(--vscode-editorWarning-foreground, light-dark(#bf8803, #cca700));
  --warn-text: color-mix(in srgb, var(--warn) 60%, var(--fg));
  --mark: color-mix(in srgb, var(--warn) 24%, var(--bg));
  --focus: var(--vscode-focusBorder, light-dark(#005fb8, #0078d4));
  --mono: var(--vscode-editor-font-family, ui-monospace, monospace);
}
body.vscode-high-contrast, body.vscode-high-contrast-light {
  --muted: var(--fg);
  --warn-text: var(--fg);
  --mark: var(--bg);
  --code: var(--bg);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 0;
  color: var(--fg);
  background: var(--bg);
  font: 13px/1.5 var(--vscode-font-family, system-ui, sans-serif);
  overflow-wrap: anywhere;
}
main { max-width: 860px; margin: 0 auto; padding: 24px 28px 48px; }
h1, h2, h3, p, ol, ul, dl, dd, pre { margin: 0; padding: 0; }
ol, ul { list-style: none; }
section + section { margin-top: 40px; padding-top: 28px; border-top: 1px solid var(--line); }
p + section { margin-top: 28px; }
h1 { margin-top: 6px; font-size: 22px; font-weight: 600; line-height: 1.4; }
h2 { margin: 32px 0 10px; font-size: 15px; font-weight: 600; }
h3 { font-size: 13px; font-weight: 600; }
a { color: var(--link); text-underline-offset: 2px; }
a:focus-visible, [tabindex]:focus-visible { outline: 1px solid var(--focus); outline-offset: 2px; }
code, pre { padding: 0; color: inherit; background: none; font-family: var(--mono); font-size: 12px; }
.kicker { display: flex; gap: 8px; align-items: center; color: var(--muted); font-size: 12px; }
.badge { padding: 0 6px; border: 1px solid color-mix(in srgb, var(--warn) 60%, var(--bg)); border-radius: 3px; color: var(--warn-text); font-size: 11px; }
.verdict { margin-top: 6px; font-size: 14px; }
.muted, .note { color: var(--muted); }
.note { margin-top: 6px; font-size: 12px; }
.partial { margin-top: 10px; padding: 6px 10px; border: 1px solid var(--warn); border-radius: 4px; }
.changed {
  display: none;
  position: sticky;
  top: 0;
  margin-bottom: 16px;
  padding: 6px 10px;
  border: 1px solid var(--warn);
  border-radius: 4px;
  background: var(--bg);
}
body.outdated .changed { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; justify-content: space-between; }
/* The note has the same link, and stays in view. */
body.outdated .actions .again { display: none; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px; }
.actions a, .changed a, .fix {
  padding: 3px 12px;
  border: 1px solid var(--vscode-contrastBorder, var(--vscode-button-secondaryBorder, color-mix(in srgb, var(--fg) 20%, transparent)));
  border-radius: 4px;
  text-decoration: none;
  color: var(--vscode-button-secondaryForeground, var(--fg));
  background: var(--vscode-button-secondaryBackground, var(--code));
}
.actions a:first-child, .changed a { color: var(--vscode-button-foreground, #ffffff); background: var(--vscode-button-background, #005fb8); }
.fix { display: inline-block; padding: 0 10px; }
.done { display: none; color: var(--muted); }
.gone .fix { display: none; }
.gone .done { display: inline; }
.actions a:hover, .changed a:hover, .fix:hover { text-decoration: underline; }
.causes > li { padding: 14px 0; border-top: 1px solid var(--line); }
.head { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; justify-content: space-between; }
.place { color: var(--muted); font-weight: 400; }
.cost { font-variant-numeric: tabular-nums; }
.bar { display: block; width: 100%; height: 4px; margin: 6px 0 8px; }
.bar .all { fill: color-mix(in srgb, var(--fg) 12%, var(--bg)); }
.bar .part { fill: var(--warn); }
.bar .part.info { fill: var(--vscode-charts-blue, var(--link)); }
.frame { display: flex; padding: 6px 10px; border: 1px solid var(--vscode-contrastBorder, transparent); border-radius: 4px; background: var(--code); white-space: pre-wrap; }
.frame .number { flex: none; padding-right: 12px; color: var(--muted); user-select: none; }
mark { color: inherit; background: var(--mark); border-bottom: 2px solid var(--warn); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin-top: 8px; }
.facts dt { color: var(--muted); }
.asked { display: flex; flex-wrap: wrap; gap: 2px 14px; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 12px; }
.figures dt { color: var(--muted); font-size: 12px; }
.figures dd { font-size: 18px; font-variant-numeric: tabular-nums; }
.figures > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.scroll { margin-top: 18px; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding-bottom: 4px; text-align: left; font-weight: 600; }
th, td { padding: 4px 12px 4px 0; border-top: 1px solid var(--line); text-align: right; font-weight: 400; white-space: nowrap; }
th:first-child { width: 100%; text-align: left; white-space: normal; min-width: 160px; }
thead th { color: var(--muted); font-size: 12px; }
.actions + .verdict { margin-top: 14px; }
.matrix th:first-child { position: sticky; left: 0; min-width: 160px; background: var(--bg); }
.matrix .total td, .matrix .total th { font-weight: 600; }
.matrix td { min-width: 72px; }
.fixes { list-style: decimal; padding-left: 20px; }
.fixes li { padding: 4px 0; }
.empty { margin-top: 28px; padding: 18px 20px; border: 1px solid var(--line); border-radius: 6px; }
.empty h2 { margin: 0 0 8px; }
.empty p + p { margin-top: 6px; }
@media (max-width: 560px) {
  main { padding: 16px 16px 32px; }
  .facts { grid-template-columns: 1fr; gap: 0; }
  .facts dd + dt { margin-top: 6px; }
}
`;
