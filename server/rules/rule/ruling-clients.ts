/** Whose rules hold for a skill. */
import { hasPlaceholderName } from '../../../skill/index.ts';
import type { Clients } from '../../clients.ts';
import type { RuleInput } from './rule.ts';

/**
 * Returns the clients whose rules hold for the frontmatter of a skill: the chosen ones, or else those that its place belongs
 * to, such as Claude Code in a plugin of Claude Code; `auto` where any client may read it.
 */
export const rulingClients = ({ clients, place }: Pick<RuleInput, 'clients' | 'place'>): Clients =>
  clients === 'auto' && place.clients.length > 0 ? place.clients : clients;

/** True if no clients were chosen, and no others read the skill's place than those that it belongs to. */
export const isReadAlone = ({ clients, place }: Pick<RuleInput, 'clients' | 'place'>): boolean =>
  clients === 'auto' && place.clients.length > 0 && place.alone;

/** True if no clients were chosen, and the rules of the client that the skill's place belongs to are not known. */
export const isRuledByUnknown = ({ clients, place }: Pick<RuleInput, 'clients' | 'place'>): boolean =>
  clients === 'auto' && place.isOfUnknownClient;

/** True for a template of a skill, which no client reads before it is filled in. */
export const isTemplate = ({ document, place }: Pick<RuleInput, 'document' | 'place'>): boolean =>
  place.isTemplate || hasPlaceholderName(document.text, document.frontmatter);
