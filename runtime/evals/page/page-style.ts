import { PAGE_STYLE } from '../../pages/style.ts';

/** The style of what other pages do not have. */
export const EVAL_STYLE = `${PAGE_STYLE}
main { max-width: 1080px; }
.interval { color: var(--muted); font-size: 11px; font-weight: 400; }
.evals th .interval, .evals td:not(.rate) .interval { display: block; }
.waiting li { padding: 4px 0; }
.waiting .frame { max-height: 14em; margin-top: 6px; overflow: auto; }
.baseline :is(.failed, .unjudged)::before { color: var(--muted); }
.baseline { color: var(--muted); }
.few { padding: 0 6px; border: 1px solid color-mix(in srgb, var(--warn) 60%, var(--bg)); border-radius: 3px; color: var(--warn-text); font-size: 11px; white-space: nowrap; }
.evals th, .evals td { vertical-align: top; }
.evals th:first-child { position: sticky; left: 0; width: auto; min-width: 140px; max-width: 320px; background: var(--bg); }
.evals thead th[colspan] { text-align: center; }
.evals .total th, .evals .total td { font-weight: 600; }
.evals .group { border-left: 1px solid var(--line); padding-left: 12px; }
.better { color: var(--good-text); }
.worse { color: var(--bad-text); }
body.vscode-high-contrast .better, body.vscode-high-contrast .worse,
body.vscode-high-contrast-light .better, body.vscode-high-contrast-light .worse { color: var(--fg); }
.case { padding: 14px 0; border-top: 1px solid var(--line); scroll-margin-top: 8px; }
.case .frame { margin-top: 6px; max-height: 12em; overflow: auto; }
.trials :is(td, th):first-child { width: auto; min-width: 0; }
.trials .text { text-align: left; }
.trials td.verdict-cell { width: 100%; min-width: 220px; text-align: left; white-space: normal; }
.trials td.verdict-cell, .trials td { margin: 0; font-size: 13px; vertical-align: top; }
.trials ul { padding-left: 1.3em; }
.trials li { padding: 2px 0; }
@media (max-width: 560px) {
  .trials .text:not(:first-child) { min-width: 90px; white-space: normal; overflow-wrap: anywhere; }
  .trials td.verdict-cell { min-width: 150px; }
}
.case > details { margin-top: 8px; }
.case + .case { margin-top: 12px; padding-top: 14px; }
`;
