import { dirname, relative } from 'node:path';
import { type Html, html } from '../pages/html.ts';
import type { StressedSkill } from '../protocol/stress.ts';
import { formatNotMeasured, formatObservedKind, formatObservedWords, observedVerdict } from './describe-observed.ts';

/** Renders the misses of runs that miss as real models of a client do; undefined if there were no such runs. */
export function renderObserved(skill: StressedSkill): Html | undefined {
  const { client, observed } = skill;
  if (observed === undefined) return undefined;
  return html`<h2>As real models of ${client ?? 'the client'} miss <span class="badge">simulated</span></h2>
<p class="note">${observedVerdict(observed)} ${formatNotMeasured(observed) ?? ''}</p>
${renderMisses(skill)}`;
}

/** Renders the misses of such runs in several clients, folded; undefined if there were no such runs. */
export function renderObservedClients(skills: readonly StressedSkill[]): Html | undefined {
  const own = skills.filter(({ observed }) => observed !== undefined);
  if (own.length === 0) return undefined;
  return html`<h2>As real models miss <span class="badge">simulated</span></h2>
<ul class="observed">${own.map(
    (skill) =>
      html`<li><details><summary><strong>${skill.client ?? ''}</strong> ${skill.observed && observedVerdict(skill.observed)}</summary>
<p class="note">${skill.observed && formatNotMeasured(skill.observed)}</p>
${renderMisses(skill)}</details></li>`,
  )}</ul>`;
}

function renderMisses({ file, observed }: StressedSkill): Html | undefined {
  if (observed === undefined) return undefined;
  const place = (path: string, line: number): string =>
    `${relative(dirname(file), path).replaceAll('\\', '/')}:${line}`;
  return html`<ul class="asked">${observed.kinds.map((one) => html`<li>${formatObservedKind(one)}</li>`)}${observed.words.map(
    (one) =>
      html`<li>“${one.text}” <span class="place">${place(one.file, one.line)}</span> ${formatObservedWords(one)}. ${one.fix}</li>`,
  )}</ul>`;
}
