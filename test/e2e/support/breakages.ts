/** One fault in the sample app, and every criterion that it violates when its contract is verified. */
export interface Fault {
  readonly title: string;
  /** Under sample-app/. */
  readonly file: string;
  readonly before: string | RegExp;
  readonly after: string;
  readonly violated: readonly string[];
}

/** Faults that are put into the sample app in one commit; none hides another's work. */
export interface Breakage {
  readonly title: string;
  /** The contracts to verify. */
  readonly contracts: readonly string[];
  readonly faults: readonly Fault[];
}

const orSomebody = "await requireViewer(db, request).catch(() => ({ id: '1', name: '', email: '' }))";

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
    title: 'seventeen faults that disturb each other nowhere',
    contracts: ['favorites', 'articles', 'sessions'],
    faults: [
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
      {
        title: 'the page sends no more than the beginning of a body',
        file: 'web/src/api.ts',
        before: "request<{ article: Article }>('POST', '/api/articles', { body })",
        after:
          "request<{ article: Article }>('POST', '/api/articles', { body: { ...body, body: body.body.slice(0, 20) } })",
        violated: ['AR-01'],
      },
      {
        title: 'the data is set back at each start',
        file: 'src/server/main.ts',
        before: 'const server = createApp',
        after: "await db.query(`delete from articles where created_at > '2025-01-01'`);\n  const server = createApp",
        violated: ['AC-02', 'AR-02'],
      },
      {
        title: 'saving an article saves nothing',
        file: 'src/server/queries/articles.ts',
        before: /update articles[^`]*/u,
        after: 'select $1::text, $2::text, $3::text, $4::text',
        violated: ['AR-03'],
      },
      {
        title: 'an article is deleted whatever the answer is',
        file: 'web/src/components/DeleteArticle.tsx',
        before: /if \(!(window\.confirm\(.*\))\) return;/u,
        after: "window.confirm('Delete it?');",
        violated: ['AR-04'],
      },
      {
        title: 'everybody changes everybody’s articles',
        file: 'src/server/routes/articles.ts',
        before: '!article.mine',
        after: "!article.mine && viewer.id === ''",
        violated: ['AR-06'],
      },
      {
        title: 'a form that is refused is emptied',
        file: 'web/src/form.ts',
        before: 'setError(result.error);',
        after: 'setError(result.error);\n    setValues(initial());',
        violated: ['AR-07'],
      },
      {
        title: 'a search takes % for anything',
        file: 'src/server/queries/articles.ts',
        before: String.raw`%${'${'}text.replaceAll(/[\\%_]/g, String.raw${'`'}\$&${'`'})}%`,
        after: '%${text}%',
        violated: ['AR-08'],
      },
      {
        title: 'a page begins with the last article of the page before',
        file: 'src/server/queries/articles.ts',
        before: '(page - 1) * PAGE_SIZE',
        after: '(page - 1) * (PAGE_SIZE - 1)',
        violated: ['AR-09'],
      },
      {
        title: 'a guest publishes in somebody’s name',
        file: 'src/server/routes/articles.ts',
        before: /await requireViewer\(db, request\)/u,
        after: orSomebody,
        violated: ['AR-10'],
      },
      {
        title: 'an account has an address for a name',
        file: 'src/server/queries/users.ts',
        before: '[name, email, passwordHash]',
        after: "[name === '' ? name : email, email, passwordHash]",
        violated: ['SE-01'],
      },
      {
        title: 'a password is stored beside its hash',
        file: 'src/server/passwords.ts',
        before: "${key.toString('base64url')}",
        after: "${key.toString('base64url')}:${password}",
        violated: ['SE-02'],
      },
      {
        title: 'any password opens an account',
        file: 'src/server/routes/users.ts',
        before: '|| !matches',
        after: "|| (!matches && password === '')",
        violated: ['SE-04'],
      },
      {
        title: 'signing out leaves the session where it is',
        file: 'src/server/sessions.ts',
        before: 'if (token !== undefined) await',
        after: "if (token === '') await",
        violated: ['SE-05'],
      },
      {
        title: 'signing up again changes the password',
        file: 'src/server/queries/users.ts',
        before: 'do nothing',
        after: 'do update set password_hash = excluded.password_hash',
        violated: ['SE-06'],
      },
    ],
  },
  {
    title: 'three more, which would hide some of those',
    contracts: ['articles', 'sessions'],
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
    ],
  },
];

export const breakages: readonly Breakage[] = [...favorites, ...theRest];
