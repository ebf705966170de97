import type { ComponentChildren, VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import { useSettledFavorites } from '../favorites';
import type { Resource } from '../resource';
import type { ArticleList, Favoring } from '../types';
import { ArticleCard } from './ArticleCard';
import { Failed } from './Failed';
import { Pager } from './Pager';

interface ListingProps {
  list: Resource<ArticleList>;
  href: (page: number) => string;
  /** Says what was found, for example “25 articles”. */
  summary: (total: number) => string;
  empty: ComponentChildren;
  /** Sets the first article larger than the others. */
  lead?: boolean;
  /** Called when a favourite has been saved, after the list shows it. */
  onSettled?: (favoring: Favoring) => void;
}

type ItemsProps = { value: ArticleList } & Pick<ListingProps, 'href' | 'empty' | 'lead'>;

function Items({ value, href, empty, lead }: ItemsProps): VNode {
  const { articles, page, pageSize, total } = value;
  if (total === 0) return <div class="empty">{empty}</div>;
  if (articles.length === 0) {
    return (
      <div class="empty">
        <p>There is nothing on page {page}.</p>
        <p>
          <a href={href(1)}>Go to page 1</a>
        </p>
      </div>
    );
  }
  return (
    <>
      <ul class={lead ? 'cards with-lead' : 'cards'}>
        {articles.map((article) => (
          <li key={article.slug}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / pageSize)} href={href} />
    </>
  );
}

export function ArticleListing({ list, href, summary, empty, lead = false, onSettled }: ListingProps): VNode {
  const { value, error, loading, reload, change } = list;
  const patch = useCallback(
    (slug: string, favoring: Favoring) => {
      change((now) => ({
        ...now,
        articles: now.articles.map((item) => (item.slug === slug ? { ...item, ...favoring } : item)),
      }));
      onSettled?.(favoring);
    },
    [change, onSettled],
  );
  useSettledFavorites(patch);
  const said = loading ? 'Loading…' : value && value.total > 0 ? summary(value.total) : '';
  return (
    <div class="listing" aria-busy={loading}>
      <p class="listing-status" role="status">
        {said}
      </p>
      {error && <Failed error={error} retry={reload} />}
      {value && <Items value={value} href={href} empty={empty} lead={lead} />}
    </div>
  );
}
