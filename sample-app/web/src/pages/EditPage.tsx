import type { VNode } from 'preact';
import { articleHref } from '../addresses';
import { api } from '../api';
import { ArticleForm } from '../components/ArticleForm';
import { Gate } from '../components/Gate';
import { Loading } from '../components/Loading';
import { LoadFailed } from '../components/LoadFailed';
import { usePage } from '../page';
import { useResource } from '../resource';
import type { Article, User } from '../types';

function NotYours({ article }: { article: Article }): VNode {
  usePage('Not yours');
  return (
    <div class="frame plain-page">
      <h1 tabIndex={-1}>This article is not yours</h1>
      <p>Only {article.author.name} can change it.</p>
      <p>
        <a href={articleHref(article.slug)}>Read it instead</a>
      </p>
    </div>
  );
}

function EditArticle({ article, user }: { article: Article; user: User }): VNode {
  usePage(`Edit “${article.title}”`);
  const { title, description, body } = article;
  return (
    <div class="frame editor">
      <h1 tabIndex={-1}>Edit article</h1>
      <ArticleForm
        user={user}
        draftName={`edit ${article.slug}`}
        initial={{ title, description, body }}
        submitText="Save changes"
        send={(input) => api.save(article.slug, input)}
      />
    </div>
  );
}

function Edit({ slug, user }: { slug: string; user: User }): VNode {
  const { value, error, reload } = useResource(slug, (signal) => api.article(slug, signal));
  if (error) return <LoadFailed error={error} retry={reload} />;
  if (!value) {
    return (
      <div class="frame plain-page">
        <Loading />
      </div>
    );
  }
  const { article } = value;
  return article.mine ? <EditArticle article={article} user={user} /> : <NotYours article={article} />;
}

export function EditPage({ slug }: { slug: string }): VNode {
  return <Gate>{(user) => <Edit key={user.id} slug={slug} user={user} />}</Gate>;
}
