import type { VNode } from 'preact';
import { articleHref } from '../addresses';
import { articleDrafts } from '../drafts';
import { useForm } from '../form';
import type { Result } from '../http';
import { notify } from '../notice';
import { navigate } from '../router';
import { askToSignIn, sessionEnded } from '../session';
import type { Article, ArticleInput, User } from '../types';
import { Field } from './Field';
import { FormAlert } from './FormAlert';
import { SubmitButton } from './SubmitButton';

interface ArticleFormProps {
  user: User;
  draftName: string;
  initial: ArticleInput;
  submitText: string;
  send: (input: ArticleInput) => Promise<Result<{ article: Article }>>;
}

const labels = { title: 'Title', description: 'Description', body: 'Body' };

export function ArticleForm({ user, draftName, initial, submitText, send }: ArticleFormProps): VNode {
  const sendOrKeep = async (input: ArticleInput): Promise<Result<{ article: Article }>> => {
    const result = await send(input);
    if (!result.ok && result.error.status === 401) {
      articleDrafts.keep(user, draftName, input);
      sessionEnded();
      askToSignIn({ replace: true });
      notify('Your session has ended. Your text is kept: sign in again to go on.');
    }
    return result;
  };
  const form = useForm<ArticleInput, { article: Article }>({
    initial: () => articleDrafts.take(user, draftName) ?? initial,
    send: sendOrKeep,
    done: ({ article }) => {
      navigate(articleHref(article.slug));
    },
  });
  return (
    <form class="form" noValidate onSubmit={form.submit}>
      <FormAlert error={form.error} labels={labels} />
      <Field form={form} name="title" label={labels.title} />
      <Field form={form} name="description" label={labels.description} rows={2} hint="One or two sentences for the list." />
      <Field form={form} name="body" label={labels.body} rows={16} hint="Plain text. A blank line starts a new paragraph." />
      <SubmitButton text={submitText} busy={form.busy} />
    </form>
  );
}
