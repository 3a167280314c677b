/**
 * The style of all pages: the colors, fonts and buttons of the timeline (client/timeline/style/base.css), of which a test
 * compares the definitions. VS Code defines the theme's variables; any other browser uses the fallback values.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --fg: var(--vscode-foreground, light-dark(#3b3b3b, #cccccc));
  --bg: var(--vscode-editor-background, light-dark(#ffffff, #1f1f1f));
  --line: var(--vscode-panel-border, light-dark(#e5e5e5, #2b2b2b));
  --box-line: var(--vscode-widget-border, var(--vscode-panel-border, light-dark(#e5e5e5, #313131)));
  --muted: color-mix(in srgb, var(--fg) 74%, var(--bg));
  --model: var(--vscode-charts-blue, light-dark(#0063d3, #59a4f9));
  --script: var(--vscode-charts-green, light-dark(#388a34, #89d185));
  --bad: var(--vscode-charts-red, light-dark(#e51400, #f14c4c));
  --warn: var(--vscode-editorWarning-foreground, light-dark(#bf8803, #cca700));
  --bad-text: color-mix(in srgb, var(--bad) 80%, var(--fg));
  --warn-text: color-mix(in srgb, var(--warn) 82%, var(--fg));
  --good-text: color-mix(in srgb, var(--script) 85%, var(--fg));
  --link: var(--vscode-textLink-foreground, light-dark(#005fb8, #4daafc));
  --cause-band: color-mix(in srgb, var(--bad) 10%, var(--bg));
  --evidence-band: color-mix(in srgb, var(--warn) 8%, var(--bg));
  --code: var(--vscode-textCodeBlock-background, light-dark(#f2f2f2, #2b2b2b));
  --mark: color-mix(in srgb, var(--warn) 24%, var(--bg));
  --focus: var(--vscode-focusBorder, light-dark(#005fb8, #0078d4));
  --track: color-mix(in srgb, var(--fg) 14%, var(--bg));
  --mono: var(--vscode-editor-font-family, ui-monospace, monospace);
}
body.vscode-light {
  --muted: color-mix(in srgb, var(--fg) 82%, var(--bg));
  --bad-text: color-mix(in srgb, var(--bad) 80%, #000);
  --warn-text: color-mix(in srgb, var(--warn) 45%, var(--fg));
  --good-text: color-mix(in srgb, var(--script) 80%, #000);
  --cause-band: color-mix(in srgb, var(--bad) 6%, var(--bg));
}
@media (prefers-color-scheme: light) {
  body:not([class*="vscode-"]) {
    --muted: color-mix(in srgb, var(--fg) 82%, var(--bg));
    --bad-text: color-mix(in srgb, var(--bad) 80%, #000);
    --warn-text: color-mix(in srgb, var(--warn) 45%, var(--fg));
    --good-text: color-mix(in srgb, var(--script) 80%, #000);
    --cause-band: color-mix(in srgb, var(--bad) 6%, var(--bg));
  }
}
body.vscode-high-contrast, body.vscode-high-contrast-light {
  --line: var(--vscode-contrastBorder);
  --box-line: var(--vscode-contrastBorder);
  --muted: var(--fg);
  --bad-text: var(--bad);
  --warn-text: var(--warn);
  --good-text: var(--script);
  --cause-band: var(--bg);
  --evidence-band: transparent;
  --mark: var(--bg);
  --code: var(--bg);
  --track: var(--bg);
}
body.vscode-high-contrast-light {
  --bad-text: var(--fg);
  --warn-text: var(--fg);
  --good-text: var(--fg);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 0;
  color: var(--fg);
  background: var(--bg);
  font: 13px/18px var(--vscode-font-family, system-ui, sans-serif);
  overflow-wrap: anywhere;
}
main { max-width: 860px; margin: 0 auto; padding: 24px 28px 48px; }
h1, h2, h3, p, ol, ul, dl, dd, pre { margin: 0; padding: 0; }
ol, ul { list-style: none; }
section + section { margin-top: 32px; padding-top: 20px; border-top: 1px solid var(--line); }
p + section { margin-top: 28px; }
h1 { margin-top: 4px; font-size: 20px; font-weight: 600; line-height: 28px; }
h2 { margin: 28px 0 10px; font-size: 14px; font-weight: 600; line-height: 20px; }
h3 { font-size: 13px; font-weight: 600; }
a { color: var(--link); text-decoration: underline; text-underline-offset: 2px; }
a:focus-visible, [tabindex]:focus-visible { outline: 1px solid var(--focus); outline-offset: 2px; }
code, pre { padding: 0; color: inherit; background: none; font-family: var(--mono); font-size: 12px; }
.kicker { display: flex; gap: 8px; align-items: center; color: var(--muted); font-size: 12px; }
.badge { padding: 0 6px; border: 1px solid color-mix(in srgb, var(--warn) 60%, var(--bg)); border-radius: 3px; color: var(--warn-text); font-size: 11px; }
.verdict { margin-top: 6px; font-size: 14px; line-height: 20px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.passed::before, .failed::before, .unjudged::before { display: inline-block; width: 1.3em; font-weight: 600; text-align: left; }
.passed::before { content: '✓' / ''; color: var(--good-text); }
.failed::before { content: '✗' / ''; color: var(--bad-text); }
.unjudged::before { content: '○' / ''; color: var(--muted); }
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
.actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-top: 16px; }
.actions a, .changed a, .fix {
  display: inline-flex;
  align-items: center;
  min-height: 26px;
  padding: 0 12px;
  border: 1px solid var(--vscode-contrastBorder, var(--vscode-button-secondaryBorder, color-mix(in srgb, var(--fg) 15%, transparent)));
  border-radius: 4px;
  text-decoration: none;
  color: var(--vscode-button-secondaryForeground, var(--fg));
  background: var(--vscode-button-secondaryBackground, var(--code));
}
.actions a:first-child, .changed a {
  border-color: var(--vscode-contrastBorder, transparent);
  color: var(--vscode-button-foreground, #ffffff);
  background: var(--vscode-button-background, light-dark(#005fb8, #0078d4));
}
:is(.vscode-high-contrast, .vscode-high-contrast-light) .actions a:first-child { border-width: 2px; font-weight: 600; }
/* The note has the next step then. */
body.outdated .actions a:first-child {
  border-color: var(--vscode-contrastBorder, var(--vscode-button-secondaryBorder, color-mix(in srgb, var(--fg) 15%, transparent)));
  color: var(--vscode-button-secondaryForeground, var(--fg));
  background: var(--vscode-button-secondaryBackground, var(--code));
}
body.outdated .actions .current { display: none; }
body.outdated .note.current { display: none; }
.fix { min-height: 20px; padding: 0 8px; border-radius: 3px; font-size: 12px; line-height: 16px; }
.done { display: none; color: var(--muted); }
.gone .fix { display: none; }
.gone .done { display: inline; }
.actions a:hover, .fix:hover { background: var(--vscode-button-secondaryHoverBackground, var(--track)); }
.actions a:first-child:hover, .changed a:hover { background: var(--vscode-button-hoverBackground, light-dark(#0258a8, #026ec1)); }
body.outdated .actions a:first-child:hover { background: var(--vscode-button-secondaryHoverBackground, var(--track)); }
.vscode-high-contrast :is(.actions a, .changed a, .fix):hover,
.vscode-high-contrast-light :is(.actions a, .changed a, .fix):hover { outline: 1px dashed var(--focus); }
.causes > li { padding: 14px 0; border-top: 1px solid var(--line); }
.head { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; justify-content: space-between; }
.place { color: var(--muted); font-weight: 400; }
.cost { font-variant-numeric: tabular-nums; }
.bar { display: block; width: 100%; height: 12px; overflow: visible; }
.head + .bar { margin: 4px 0 6px; }
.bar .all { fill: var(--track); }
.bar .range { stroke: var(--fg); stroke-width: 1px; }
.bar.good .part, .bar.mixed .part { fill: var(--script); }
.bar.mixed .all, .bar.bad .part { fill: var(--bad); }
.bar.plain .part { fill: color-mix(in srgb, var(--fg) 45%, var(--bg)); }
.bar.warn .part { fill: var(--warn); }
.bar.info .part { fill: var(--model); }
.bar.with-rest .part { fill: color-mix(in srgb, var(--warn) 45%, var(--bg)); }
.bar .rest { fill: var(--warn); }
:is(.vscode-high-contrast, .vscode-high-contrast-light) .bar .all { stroke: var(--line); }
.failing { background: var(--cause-band); }
.failing .failed { color: var(--bad-text); font-weight: 600; }
.rate .interval { color: var(--muted); font-size: 11px; font-weight: 400; }
.rate { min-width: 140px; padding-right: 16px; text-align: left; }
thead .rate-head { text-align: left; }
.rate .value { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: baseline; justify-content: space-between; }
.rate .bar { min-width: 96px; }
.frame { display: flex; padding: 6px 10px; border: 1px solid var(--vscode-contrastBorder, transparent); border-radius: 4px; background: var(--code); white-space: pre-wrap; overflow-wrap: anywhere; }
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
main:has(.matrix) { max-width: 1240px; }
.matrix th:first-child { position: sticky; left: 0; min-width: 160px; background: var(--bg); }
.matrix .total td, .matrix .total th { font-weight: 600; }
.matrix td { min-width: 84px; vertical-align: top; }
.matrix .bar { min-width: 60px; margin-left: auto; }
summary { width: fit-content; max-width: 100%; cursor: pointer; }
summary:focus-visible { outline: 1px solid var(--focus); outline-offset: 2px; }
.observed li { padding: 3px 0; }
.observed details > * + * { margin: 4px 0 4px 16px; }
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
