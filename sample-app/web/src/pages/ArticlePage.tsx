import type { VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import { api } from '../api';
import { ArticleView } from '../components/ArticleView';
import { Comments } from '../components/Comments';
import { Loading } from '../components/Loading';
import { LoadFailed } from '../components/LoadFailed';
import { useSettledFavorites, withSettled } from '../favorites';
import type { Result } from '../http';
import { usePage } from '../page';
import { useResource } from '../resource';
import { useSession } from '../session';
import type { Article, Favoring } from '../types';

async function load(slug: string, signal: AbortSignal): Promise<Result<Article>> {
  const askedAt = performance.now();
  const result = await api.article(slug, signal);
  return result.ok ? { ok: true, value: withSettled(result.value.article, askedAt) } : result;
}

function Shown({ article }: { article: Article }): VNode {
  usePage(article.title);
  return (
    <div class="frame reading">
      <ArticleView article={article} />
      <Comments slug={article.slug} />
    </div>
  );
}

export function ArticlePage({ slug }: { slug: string }): VNode {
  const { changes } = useSession();
  const { value, error, change, reload } = useResource(`${String(changes)} ${slug}`, (signal) => load(slug, signal));
  const patch = useCallback(
    (changed: string, favoring: Favoring) => {
      if (changed === slug) change((now) => ({ ...now, ...favoring }));
    },
    [change, slug],
  );
  useSettledFavorites(patch);

  if (error) return <LoadFailed error={error} retry={reload} />;
  if (value) return <Shown article={value} />;
  return (
    <div class="frame plain-page">
      <Loading />
    </div>
  );
}
