import type { VNode } from 'preact';
import { useCallback, useEffect } from 'preact/hooks';
import { listHref, readListQuery } from '../addresses';
import { api } from '../api';
import { ArticleListing } from '../components/ArticleListing';
import { Gate } from '../components/Gate';
import { plural } from '../format';
import { usePage } from '../page';
import { useResource } from '../resource';
import { place } from '../router';
import { sessionEnded } from '../session';
import { useStore } from '../store';
import type { Favoring } from '../types';

const href = (page: number): string => listHref('/favorites', { page: String(page), sort: 'newest', q: '' });

const Nothing = (
  <>
    <p>You have no favourites yet.</p>
    <p>
      <a href="/">Find something to read</a>
    </p>
  </>
);

function Favorites(): VNode {
  const { page } = readListQuery(useStore(place).search);
  const list = useResource(page, (signal) => api.favorites(page, signal));
  const { loading, error, reload } = list;
  usePage('My favourites', !loading);

  useEffect(() => {
    if (error?.status === 401) sessionEnded();
  }, [error]);
  const onSettled = useCallback(
    (favoring: Favoring) => {
      if (!favoring.favorited) reload();
    },
    [reload],
  );
  useEffect(() => {
    // The button that had the focus went away with its article.
    if (!loading && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main h1')?.focus();
    }
  }, [loading]);

  return (
    <div class="frame">
      <div class="page-head">
        <h1 tabIndex={-1}>My favourites</h1>
      </div>
      <ArticleListing
        list={list}
        href={href}
        summary={(total) => plural(total, 'article', 'articles')}
        empty={Nothing}
        onSettled={onSettled}
      />
    </div>
  );
}

export function FavoritesPage(): VNode {
  usePage('My favourites', false);
  return <Gate>{(user) => <Favorites key={user.id} />}</Gate>;
}
