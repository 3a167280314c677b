import type { ModelChoice } from '../dialogues/memory.ts';
import type { State } from './keys.ts';
import { sameModel } from './names.ts';

/** The models that the user has marked, in the order of marking: in all workspaces, kept across sessions. */
export class Favourites {
  readonly #state: State;

  constructor(state: State) {
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
