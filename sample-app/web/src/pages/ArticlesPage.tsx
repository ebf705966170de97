import type { VNode } from 'preact';
import { listHref, readListQuery } from '../addresses';
import { api } from '../api';
import { ArticleListing } from '../components/ArticleListing';
import { SearchBox } from '../components/SearchBox';
import { SortSelect } from '../components/SortSelect';
import { withSettled } from '../favorites';
import { plural } from '../format';
import type { Result } from '../http';
import { usePage } from '../page';
import { useResource } from '../resource';
import { navigate, place } from '../router';
import { useSession } from '../session';
import { useStore } from '../store';
import type { ArticleList, ListQuery } from '../types';

async function load(query: ListQuery, signal: AbortSignal): Promise<Result<ArticleList>> {
  const askedAt = performance.now();
  const result = await api.articles(query, signal);
  if (!result.ok) return result;
  const articles = result.value.articles.map((item) => withSettled(item, askedAt));
  return { ok: true, value: { ...result.value, articles } };
}

function Nothing({ q }: { q: string }): VNode {
  return q ? (
    <>
      <p>Nothing matches “{q}”.</p>
      <p>
        <a href="/">Clear the search</a>
      </p>
    </>
  ) : (
    <>
      <p>Nothing has been published yet.</p>
      <p>
        <a href="/new">Be the first</a>
      </p>
    </>
  );
}

export function ArticlesPage(): VNode {
  const { search } = useStore(place);
  const { changes } = useSession();
  const query = readListQuery(search);
  const list = useResource(`${String(changes)} ${listHref('/', query)}`, (signal) => load(query, signal));
  usePage('Articles', !list.loading);

  const go = (change: Partial<ListQuery>, replace = false): void => {
    navigate(listHref('/', { ...query, page: '1', ...change }), { replace, within: true });
  };
  const summary = (total: number): string =>
    query.q ? `${plural(total, 'match', 'matches')} for “${query.q}”` : plural(total, 'article', 'articles');

  return (
    <div class="frame">
      <div class="page-head">
        <h1 tabIndex={-1}>Articles</h1>
        <div class="tools">
          <SearchBox
            q={query.q}
            search={(q, again) => {
              go({ q }, again);
            }}
          />
          <SortSelect
            sort={query.sort}
            choose={(sort) => {
              go({ sort });
            }}
          />
        </div>
      </div>
      <ArticleListing
        list={list}
        href={(page) => listHref('/', { ...query, page: String(page) })}
        summary={summary}
        empty={<Nothing q={query.q} />}
        lead={listHref('/', query) === '/'}
      />
    </div>
  );
}
