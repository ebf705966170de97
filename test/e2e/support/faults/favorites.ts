import type { Fault } from './fault.ts';
import { orSomebody } from './or-somebody.ts';

/** Faults in favourites that do not show in most of their criteria. */
export const favoriteFaults: readonly Fault[] = [
  {
    title: 'taking a favourite back takes everybody’s',
    file: 'src/server/queries/favorites.ts',
    before: 'where user_id = $1 and article_id',
    after: 'where $1::bigint is not null and article_id',
    violated: ['AC-04'],
  },
  {
    title: 'a guest’s favourite is somebody’s',
    file: 'src/server/routes/favorites.ts',
    before: /await requireViewer\(db, request\)/u,
    after: orSomebody,
    violated: ['AC-09'],
  },
  {
    title: 'favouriting an article that does not exist favourites another',
    file: 'src/server/routes/favorites.ts',
    before: /await requireArticle\(db, viewer, request\.param\('slug'\)\)/u,
    after: "await requireArticle(db, viewer, request.param('slug')).catch(() => ({ slug: 'notes-on-salt' }))",
    violated: ['AC-10'],
  },
];
