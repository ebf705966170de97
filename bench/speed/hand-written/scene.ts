import { expect } from '@playwright/test';
import type { Actor } from './actor.ts';
import type { Changes, Database } from './database.ts';

/** The course of one test: where the action begins, what is looked at afterwards, and the last look. */
export class Scene {
  readonly actors: Actor[] = [];
  readonly #database: Database;
  #looks: (() => Promise<unknown>)[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Something was done: what was seen before it need not hold any more. */
  acted(): void {
    this.#looks = [];
  }

  /** Just before the action: quiet, so that no late write of the setting is counted. */
  async begin(): Promise<void> {
    await this.settle();
    await this.#database.mark();
  }

  /** After the action: quiet, so that nothing is met in its old state; then what it changed. */
  async expectChanges(changes: Changes): Promise<void> {
    await this.settle();
    await expect.poll(() => this.#database.changes()).toEqual(changes);
  }

  /** Looks now, and once more at the end. */
  async look(looking: () => Promise<unknown>): Promise<void> {
    this.#looks.push(looking);
    await looking();
  }

  /** Looks for what must not be there: only when all is quiet. */
  async lookForAbsence(looking: () => Promise<unknown>): Promise<void> {
    await this.settle();
    await this.look(looking);
  }

  async lookAtRows(sql: string, params: readonly string[], rows: readonly object[]): Promise<void> {
    if (rows.length === 0) await this.settle();
    await this.look(() => expect.poll(() => this.#database.rows(sql, params)).toEqual(rows));
  }

  async end(): Promise<void> {
    await this.settle();
    await Promise.all(this.#looks.map((looking) => looking()));
    expect(this.actors.flatMap(({ record }) => record.errors)).toEqual([]);
  }

  async settle(): Promise<void> {
    await Promise.all(this.actors.map((actor) => actor.settle()));
  }
}
