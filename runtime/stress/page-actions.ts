/** The buttons of a page in VS Code: first the next thing to do. */
import { type Action, renderActions } from '../pages/actions.ts';
import type { Html } from '../pages/html.ts';
import type { StressCause, StressedSkill, StressedWords, StressLinks, StressMatrix } from '../protocol/stress.ts';

/** Renders the buttons for a skill with ADK's tools or in one client. */
export function renderSkillActions(skill: StressedSkill, links: StressLinks): Html {
  const { worst, causes, runs, wastedCalls } = skill;
  const own = causes.map((cause, number) => ({ cause, number })).filter(({ cause }) => isLoss(cause));
  const fixable = own.find(({ cause }) => cause.suggestions.length > 0);
  const [first] = own;
  const next: Action | undefined =
    fixable !== undefined && links.fix !== undefined
      ? fixAction(links.fix, fixable.number, fixable.cause.text, fixable.cause.fix)
      : first !== undefined
        ? {
            label: 'Go to the Words',
            link: numbered(links.cause, first.number),
            name: 'current',
            about: first.cause.fix,
          }
        : wastedCalls === 0 && runs > 0
          ? evaluateAction(links)
          : undefined;
  return renderActions([
    ...(next === undefined ? [] : [next]),
    againAction(links),
    ...(worst === undefined ? [] : [{ label: 'Open the Worst Run in the Timeline', link: links.worst }]),
    ...(links.clients === undefined ? [] : [{ label: 'Compare Clients', link: links.clients }]),
    { label: 'Open SKILL.md', link: links.manifest },
  ]);
}

/** Renders the buttons for a skill in several clients. */
export function renderMatrixActions({ words, clients }: StressMatrix, links: StressLinks): Html {
  const number = words.findIndex(hasFix);
  const word = words[number];
  const isClean = clients.every(({ wastedCalls }) => wastedCalls === 0);
  const next: Action | undefined =
    word !== undefined && links.fix !== undefined
      ? fixAction(links.fix, number, word.text, word.fixes[0] ?? '')
      : isClean
        ? evaluateAction(links)
        : undefined;
  return renderActions([
    ...(next === undefined ? [] : [next]),
    againAction(links),
    { label: 'Open SKILL.md', link: links.manifest },
  ]);
}

/** True for words of the matrix with a fix that an editor can apply: a path, or the sentence about paths. */
export function hasFix({ fixes, doubtful }: StressedWords): boolean {
  return fixes.length > 0 && !doubtful;
}

const isLoss = ({ kind, doubtful }: StressCause): boolean => kind === 'missing' && !doubtful;

const againAction = ({ again }: StressLinks): Action => ({ label: 'Run Again', link: again, name: 'again' });

function fixAction(link: string, number: number, text: string, fix: string): Action {
  return { label: 'Apply Fix', link: numbered(link, number), name: 'current', about: `“${text}”: ${fix}` };
}

function evaluateAction({ evaluate }: StressLinks): Action | undefined {
  const about = 'Is it loaded when it should be, and does it help?';
  return evaluate === undefined ? undefined : { label: 'Evaluate This Skill', link: evaluate, about };
}

const numbered = (link: string, number: number): string => link.replaceAll('{n}', String(number));
