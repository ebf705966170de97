import type { VNode } from 'preact';
import { api } from '../api';
import { ArticleForm } from '../components/ArticleForm';
import { Gate } from '../components/Gate';
import { usePage } from '../page';
import type { User } from '../types';

function NewArticle({ user }: { user: User }): VNode {
  usePage('Write');
  return (
    <div class="frame editor">
      <h1 tabIndex={-1}>Write an article</h1>
      <ArticleForm
        user={user}
        draftName="new article"
        initial={{ title: '', description: '', body: '' }}
        submitText="Publish"
        send={api.publish}
      />
    </div>
  );
}

export function NewPage(): VNode {
  usePage('Write', false);
  return <Gate>{(user) => <NewArticle key={user.id} user={user} />}</Gate>;
}
