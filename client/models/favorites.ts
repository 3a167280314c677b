import type { ModelChoice } from '../dialogs/memory.ts';
import type { StateStore } from './keys.ts';
import { sameModel } from './model-names.ts';

/** The key of the persisted list, in the spelling of its first release. */
const KEY = 'models.favourites'; // cspell:disable-line

/** The user's favorite models, in the order in which they were added, shared by all workspaces and sessions. */
export class Favorites {
  readonly #state: StateStore;

  constructor(state: StateStore) {
    this.#state = state;
  }

  all(): readonly ModelChoice[] {
    return this.#state.get<readonly ModelChoice[]>(KEY, []);
  }

  has(model: ModelChoice): boolean {
    return this.all().some((one) => sameModel(one, model));
  }

  async toggle(model: ModelChoice): Promise<void> {
    const all = this.all();
    const others = all.filter((one) => !sameModel(one, model));
    await this.#state.update(KEY, others.length < all.length ? others : [...all, model]);
  }
}
