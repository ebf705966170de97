import { articleFaults } from './faults/articles.ts';
import { commentFaults } from './faults/comments.ts';
import type { Fault } from './faults/fault.ts';
import { favoriteFaults } from './faults/favorites.ts';
import { sessionFaults } from './faults/sessions.ts';
import { unhappyFaults } from './faults/unhappy.ts';

/** Faults that are put into the sample app in one commit; none hides another's work. */
export interface Breakage {
  readonly title: string;
  /** The contracts to verify; none for all of them. */
  readonly contracts: readonly string[];
  readonly faults: readonly Fault[];
}

const alone = (fault: Fault): Breakage => ({ title: fault.title, contracts: ['favorites'], faults: [fault] });

/** What a screenshot of a favourite would not show. */
const favorites: readonly Breakage[] = [
  alone({
    title: 'the INSERT of a favourite is dropped, and 201 is answered all the same',
    file: 'src/server/queries/favorites.ts',
    before: /insert into favorites[^`]*/u,
    after: 'select $1::bigint, id from articles where slug = $2',
    violated: ['AC-01', 'AC-02', 'AC-04', 'AC-05', 'AC-06', 'AC-07', 'AC-08', 'AC-11'],
  }),
  alone({
    title: 'a favourite lives only in the browser',
    file: 'web/src/api.ts',
    before: /request<\{ article: Article \}>\(favorited \? .*\),/u,
    after:
      'Promise.resolve({ ok: true, value: { article: { favorited, favoritesCount: favorited ? 2 : 0 } } } as never),',
    violated: ['AC-01', 'AC-02', 'AC-03', 'AC-06', 'AC-07'],
  }),
  alone({
    title: 'the server answers 500 to whoever favourites',
    file: 'src/server/routes/favorites.ts',
    before: /const isNew = await/u,
    after: "if (slug !== '') throw new Error('the disk is full');\n      const isNew = await",
    // Where a scene begins with a favourite, the scene can't be set: unverified, not violated.
    violated: ['AC-01', 'AC-02', 'AC-06', 'AC-11'],
  }),
  alone({
    title: 'the list of favourites leaks other readers’ rows',
    file: 'src/server/queries/favorites.ts',
    before: /where mine\.user_id = \$1/u,
    after: 'where $1::bigint is not null',
    violated: ['AC-01', 'AC-05', 'AC-11'],
  }),
];

/** Faults that only one criterion sees, or few: together with those above, each criterion is seen to fail. */
const theRest: readonly Breakage[] = [
  {
    title: 'faults are everywhere that disturb each other nowhere',
    contracts: [],
    faults: [...favoriteFaults, ...articleFaults, ...sessionFaults, ...commentFaults, ...unhappyFaults],
  },
  {
    title: 'five more, which would hide some of those',
    contracts: ['articles', 'sessions', 'comments'],
    faults: [
      {
        title: 'deleting an article deletes nothing',
        file: 'src/server/queries/articles.ts',
        before: /delete from articles/u,
        after: 'select from articles',
        violated: ['AR-05'],
      },
      {
        title: 'a search does not look into descriptions',
        file: 'src/server/queries/articles.ts',
        before: / or a\.description ilike \$\d/gu,
        after: '',
        violated: ['AR-08'],
      },
      {
        title: 'signing in ends the sessions that one has elsewhere',
        file: 'src/server/queries/sessions.ts',
        before: 'where user_id = $1 and expires_at <= now()',
        after: 'where user_id = $1',
        violated: ['SE-03', 'SE-07'],
      },
      {
        title: 'every comment is whoever’s asks',
        file: 'src/server/queries/comments.ts',
        before: 'coalesce(c.author_id = $1::bigint, false)',
        after: '$1::bigint is not null',
        violated: ['CO-01', 'CO-03', 'CO-04'],
      },
      {
        title: 'comments are lost at each start',
        file: 'src/server/main.ts',
        before: 'const server = createApp',
        after: 'await db.query(`delete from comments`);\n  const server = createApp',
        violated: ['CO-02'],
      },
    ],
  },
];

export const breakages: readonly Breakage[] = [...favorites, ...theRest];
