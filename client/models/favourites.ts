import type { ModelChoice } from '../dialogues/memory.ts';
import type { StateStore } from './keys.ts';
import { sameModel } from './model-names.ts';

/** The user's favourite models, in the order of adding, shared by all workspaces and sessions. */
export class Favourites {
  readonly #state: StateStore;

  constructor(state: StateStore) {
    this.#state = state;
  }

  all(): readonly ModelChoice[] {
    return this.#state.get<readonly ModelChoice[]>('models.favourites', []);
  }

  has(model: ModelChoice): boolean {
    return this.all().some((one) => sameModel(one, model));
  }

  async toggle(model: ModelChoice): Promise<void> {
    const all = this.all();
    const others = all.filter((one) => !sameModel(one, model));
    await this.#state.update('models.favourites', others.length < all.length ? others : [...all, model]);
  }
}
