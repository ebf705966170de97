import assert from 'node:assert/strict';
import fc from 'fast-check';
import { netChanges, type RowChange } from '../../../../verifier/environment/postgres/net-changes.ts';

interface Row {
  readonly id: number;
  readonly text: string;
}

const text = (row: Row): string => JSON.stringify(row);
const byKey = { text, key: (row: Row): string => String(row.id) };
const row = (id: number, content = 'a'): Row => ({ id, text: content });

describe('net changes by key', () => {
  const nothing = { inserted: [], updated: [], deleted: [] };

  it('an insert, an update and a delete are what they are', () => {
    const changes = [{ next: row(1) }, { old: row(2), next: row(2, 'b') }, { old: row(3) }];
    assert.deepEqual(netChanges(changes, byKey), { inserted: [row(1)], updated: [row(2, 'b')], deleted: [row(3)] });
  });
  it('what was inserted and deleted again is nothing', () => {
    assert.deepEqual(netChanges([{ next: row(1) }, { old: row(1) }], byKey), nothing);
  });
  it('what was inserted and changed is inserted as it is at the end', () => {
    const changes = [{ next: row(1) }, { old: row(1), next: row(1, 'b') }];
    assert.deepEqual(netChanges(changes, byKey), { ...nothing, inserted: [row(1, 'b')] });
  });
  it('what was changed and changed back is nothing', () => {
    const changes = [
      { old: row(1), next: row(1, 'b') },
      { old: row(1, 'b'), next: row(1) },
    ];
    assert.deepEqual(netChanges(changes, byKey), nothing);
  });
  it('what was deleted and inserted with other content is updated, with the same content nothing', () => {
    assert.deepEqual(netChanges([{ old: row(1) }, { next: row(1, 'b') }], byKey), {
      ...nothing,
      updated: [row(1, 'b')],
    });
    assert.deepEqual(netChanges([{ old: row(1) }, { next: row(1) }], byKey), nothing);
  });
  it('what was changed and deleted is deleted as it was at the beginning', () => {
    const changes = [{ old: row(1), next: row(1, 'b') }, { old: row(1, 'b') }];
    assert.deepEqual(netChanges(changes, byKey), { ...nothing, deleted: [row(1)] });
  });
  it('a changed key is a row less and a row more', () => {
    assert.deepEqual(netChanges([{ old: row(1), next: row(2) }], byKey), {
      ...nothing,
      inserted: [row(2)],
      deleted: [row(1)],
    });
  });
});

describe('net changes without a key', () => {
  it('count equal rows', () => {
    const changes = [{ next: row(1) }, { next: row(1) }, { old: row(1) }, { old: row(2) }];
    assert.deepEqual(netChanges(changes, { text }), { inserted: [row(1)], updated: [], deleted: [row(2)] });
  });
  it('a change is a row less and a row more', () => {
    const changes = [{ old: row(1), next: row(1, 'b') }];
    assert.deepEqual(netChanges(changes, { text }), { inserted: [row(1, 'b')], updated: [], deleted: [row(1)] });
  });
});

describe('net changes of any history', () => {
  type Act = readonly ['put' | 'remove', number, string];
  const acts = fc.array(
    fc.tuple(fc.constantFrom('put' as const, 'remove' as const), fc.nat(4), fc.constantFrom('a', 'b')),
  );

  /** Plays acts on a table, and keeps what a journal would. */
  const play = (table: Map<number, Row>, history: readonly Act[]): RowChange<Row>[] =>
    history.flatMap(([act, id, content]) => {
      const old = table.get(id);
      if (act === 'remove') table.delete(id);
      else table.set(id, row(id, content));
      const next = table.get(id);
      return old === undefined && next === undefined ? [] : [{ ...(old && { old }), ...(next && { next }) }];
    });

  it('applied to the table before, give the table after', () => {
    fc.assert(
      fc.property(acts, acts, (past, history) => {
        const table = new Map<number, Row>();
        play(table, past);
        const rebuilt = new Map(table);
        const { inserted, updated, deleted } = netChanges(play(table, history), byKey);
        for (const { id } of deleted) assert.ok(rebuilt.delete(id), 'deleted what was not there');
        for (const one of inserted) assert.ok(!rebuilt.has(one.id), 'inserted what was there');
        for (const one of updated) assert.notDeepEqual(rebuilt.get(one.id) ?? one, one, 'updated to what it was');
        for (const one of [...inserted, ...updated]) rebuilt.set(one.id, one);
        assert.deepEqual(new Map([...rebuilt].sort()), new Map([...table].sort()));
      }),
    );
  });
});
