import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { editHref } from '../addresses';
import { formatDay, paragraphs } from '../format';
import type { Article } from '../types';
import { DeleteArticle } from './DeleteArticle';
import { FavoriteButton } from './FavoriteButton';

function Meta({ article }: { article: Article }): VNode {
  const edited = formatDay(article.updatedAt) !== formatDay(article.createdAt);
  return (
    <div class="article-meta">
      <p class="card-meta">
        <span class="card-author">{article.author.name}</span>
        <time dateTime={article.createdAt}>{formatDay(article.createdAt)}</time>
        {edited && (
          <span>
            Edited <time dateTime={article.updatedAt}>{formatDay(article.updatedAt)}</time>
          </span>
        )}
      </p>
      <FavoriteButton article={article} />
      {article.mine && (
        <div class="owner-actions">
          <a class="button" href={editHref(article.slug)}>
            Edit
          </a>
          <DeleteArticle article={article} />
        </div>
      )}
    </div>
  );
}

export function ArticleView({ article }: { article: Article }): VNode {
  const titleId = useId();
  return (
    <article class="article" aria-labelledby={titleId}>
      <header>
        <h1 id={titleId} tabIndex={-1}>
          {article.title}
        </h1>
        {article.description && <p class="standfirst">{article.description}</p>}
      </header>
      <Meta article={article} />
      <div class="prose">
        {paragraphs(article.body).map((text, index) => (
          <p key={index}>{text}</p>
        ))}
      </div>
    </article>
  );
}
