/** The effects of a long description in the chosen clients. */
import { CLIENTS, type ClientProfile } from '../../../skill/index.ts';
import { type Clients, isChosen } from '../../clients.ts';
import { clientName, fitNames } from '../rule/client-names.ts';

/** Maximum length of quoted words, in UTF-16 units. */
const MAX_QUOTED = 30;

/** Returns the first words of a text from an offset on, in quotes. */
export function quoteFrom(text: string, offset: number): string {
  // A word that begins before the offset is cut, too.
  const rest = text.slice(Math.max(text.lastIndexOf(' ', offset), text.lastIndexOf('\n', offset)) + 1);
  const words = rest.trim().split(/\s+/).slice(0, 4).join(' ');
  return `“${words.length > MAX_QUOTED ? `${words.slice(0, MAX_QUOTED - 1)}…` : words}”`;
}

/**
 * Returns the effects of a description's length as a clause; undefined if no chosen client skips the skill or cuts the
 * description, or none is chosen.
 */
export function lengthEffects(description: string, clients: Clients): string | undefined {
  const chosen = CLIENTS.filter(({ id }) => isChosen(clients, id));
  const skipping = chosen.filter((client) => isSkipped(description, client));
  const [cutting] = chosen
    .filter((client) => !skipping.includes(client) && cutAt(client) < description.length)
    .sort((a, b) => cutAt(a) - cutAt(b));
  const names = fitNames(skipping.map(({ id }) => clientName(id)));
  const effects = [
    ...(cutting ? [`${clientName(cutting.id)} cuts it from ${quoteFrom(description, cutAt(cutting))}`] : []),
    ...(skipping.length > 0 ? [`${names} skip${skipping.length === 1 ? 's' : ''} the skill`] : []),
  ];
  return effects.length > 0 ? effects.join(', ') : undefined;
}

/** Returns true if a client skips a skill because of the length of its description. */
export function isSkipped(description: string, { discovery: { drops } }: ClientProfile): boolean {
  return drops.some(
    (drop) =>
      drop.kind === 'description-longer-than' &&
      (drop.unit === 'utf-16' ? description.length : [...description].length) > drop.max,
  );
}

/** Returns the length to which a client cuts each description in its list, in UTF-16 units. */
function cutAt({ behaviors }: ClientProfile): number {
  return Math.min(
    ...behaviors.map(({ catalogue }) => catalogue.budget?.perDescription ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  );
}
