import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { commentRefused, type CommentList } from '../comments';
import { commentDrafts } from '../drafts';
import type { User } from '../types';
import { SubmitButton } from './SubmitButton';

interface CommentFormProps {
  slug: string;
  user: User;
  add: CommentList['add'];
}

/** What came back, in front of what was typed since then. */
const joined = (back: string, typed: string): string => (typed ? `${back}\n\n${typed}` : back);

export function CommentForm({ slug, user, add }: CommentFormProps): VNode {
  const [text, setText] = useState(() => commentDrafts.take(user, slug) ?? '');
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const send = async (body: string): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setText('');
    const error = await add(user, body);
    sending.current = false;
    setBusy(false);
    if (!error) return;
    setText((typed) => joined(body, typed));
    if (error.status === 401) commentDrafts.keep(user, slug, body);
    commentRefused('Your comment was not posted. Your text is back in the box.', error);
  };

  return (
    <form
      class="comment-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(text);
      }}
    >
      <div class="field">
        <label for="comment">Your comment</label>
        <textarea
          id="comment"
          rows={4}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
          }}
        />
      </div>
      <SubmitButton text="Post comment" busy={busy} />
    </form>
  );
}
