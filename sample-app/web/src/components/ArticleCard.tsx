import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { articleHref } from '../addresses';
import { formatDay } from '../format';
import type { Summary } from '../types';
import { FavoriteButton } from './FavoriteButton';

export function ArticleCard({ article }: { article: Summary }): VNode {
  const titleId = useId();
  return (
    <article class="card" aria-labelledby={titleId}>
      <p class="card-meta">
        <span class="card-author">{article.author.name}</span>
        <time dateTime={article.createdAt}>{formatDay(article.createdAt)}</time>
      </p>
      <div class="card-text">
        <h2 id={titleId}>
          <a href={articleHref(article.slug)}>{article.title}</a>
        </h2>
        {article.description && <p>{article.description}</p>}
      </div>
      <FavoriteButton article={article} />
    </article>
  );
}
