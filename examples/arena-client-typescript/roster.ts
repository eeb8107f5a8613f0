/**
 * Which name belongs to which number. A snapshot has both, but apart from each other: a name and a number that appear in
 * the same snapshot, or that are the last without a partner, belong together. The names of several players who came before
 * this page stay unknown.
 *
 * @module
 */

import type { Snapshot } from './arena.js';

export class Roster {
  readonly #names: Map<number, string>;
  #oldNumbers: ReadonlySet<number> = new Set();
  #oldNames: ReadonlySet<string> = new Set();

  /** The own number and name are known. */
  constructor(you: number, name: string) {
    this.#names = new Map([[you, name]]);
  }

  /** Returns the name of a player, if it is known. */
  name(id: number): string | undefined {
    return this.#names.get(id);
  }

  update(snapshot: Snapshot): void {
    const numbers = new Set(snapshot.players.map((player) => player.id));
    const names = new Set(snapshot.scores.keys());
    for (const id of this.#names.keys()) {
      if (!numbers.has(id)) this.#names.delete(id);
    }
    this.#join([...numbers].filter((id) => !this.#oldNumbers.has(id)), [...names].filter((name) => !this.#oldNames.has(name)));
    this.#join([...numbers], [...names]);
    this.#oldNumbers = numbers;
    this.#oldNames = names;
  }

  #join(numbers: readonly number[], names: readonly string[]): void {
    const taken = new Set(this.#names.values());
    const [id, ...otherNumbers] = numbers.filter((id) => !this.#names.has(id));
    const [name, ...otherNames] = names.filter((name) => !taken.has(name));
    if (id !== undefined && name !== undefined && otherNumbers.length + otherNames.length === 0) this.#names.set(id, name);
  }
}
