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
  it('rows that exchange their keys in one statement are both updated', () => {
    const changes = [
      { old: row(1, 'a'), next: row(2, 'a') },
      { old: row(2, 'b'), next: row(1, 'b') },
    ];
    assert.deepEqual(netChanges(changes, byKey), { ...nothing, updated: [row(1, 'b'), row(2, 'a')] });
  });
  it('rows that move up by one are not lost where they meet', () => {
    const changes = [
      { old: row(1, 'a'), next: row(2, 'a') },
      { old: row(2, 'b'), next: row(3, 'b') },
    ];
    assert.deepEqual(netChanges(changes, byKey), {
      inserted: [row(3, 'b')],
      updated: [row(2, 'a')],
      deleted: [row(1, 'a')],
    });
    assert.deepEqual(netChanges([...changes, { old: row(2, 'a') }], byKey).deleted, [row(1, 'a'), row(2, 'b')]);
  });
  it('rows that look alike, since a part of their key is left out, are counted', () => {
    assert.deepEqual(netChanges([{ next: row(1) }, { next: row(1) }, { next: row(1) }], byKey).inserted.length, 3);
    const emptied = [{ old: row(1) }, { old: row(1) }, { next: row(1) }];
    assert.deepEqual(netChanges(emptied, byKey), { ...nothing, deleted: [row(1)] });
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

  it('of statements that move many keys at once are those of the tables before and after', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(6), { minLength: 1 }),
        fc.array(fc.tuple(fc.constantFrom('mirror', 'shift', 'blank' as const), fc.nat(3)), { maxLength: 4 }),
        (ids, statements) => {
          const before = ids.map((id) => row(id, `row ${String(id)}`));
          let table = before;
          const changes = statements.flatMap(([kind, by]) => {
            const moved = table.map((one): Row => {
              if (kind === 'mirror') return { ...one, id: 10 - one.id };
              return kind === 'shift' ? { ...one, id: one.id + by } : { ...one, text: 'blank' };
            });
            const pairs = table.map((old, index): RowChange<Row> => ({ old, next: moved[index] ?? old }));
            table = moved;
            return pairs;
          });
          const { inserted, updated, deleted } = netChanges(changes, byKey);
          const textsOf = (rows: readonly Row[]) => new Map(rows.map((one) => [one.id, one.text]));
          const [was, is] = [textsOf(before), textsOf(table)];
          const sorted = (rows: readonly Row[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b);
          const all = [...new Set([...was.keys(), ...is.keys()])].sort((a, b) => a - b);
          assert.deepEqual(
            sorted(inserted),
            all.filter((id) => !was.has(id)),
          );
          assert.deepEqual(
            sorted(deleted),
            all.filter((id) => !is.has(id)),
          );
          assert.deepEqual(
            sorted(updated),
            all.filter((id) => was.has(id) && is.has(id) && was.get(id) !== is.get(id)),
          );
        },
      ),
    );
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
