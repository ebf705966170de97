import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { accountHref, articleHref } from '../addresses';
import { useComments, type CommentList } from '../comments';
import { useSession } from '../session';
import { CommentForm } from './CommentForm';
import { CommentItem } from './CommentItem';
import { Failed } from './Failed';
import { Loading } from './Loading';

function List({ list, removed }: { list: CommentList; removed: () => void }): VNode {
  const { comments, error, reload, remove } = list;
  if (error) return <Failed error={error} retry={reload} />;
  if (!comments) return <Loading />;
  if (comments.length === 0) return <p class="hint">No comments yet.</p>;
  return (
    <ul class="comments" aria-label="Comments">
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          remove={() => {
            remove(comment);
            removed();
          }}
        />
      ))}
    </ul>
  );
}

export function Comments({ slug }: { slug: string }): VNode {
  const { session } = useSession();
  const list = useComments(slug);
  const heading = useRef<HTMLHeadingElement>(null);
  const back = articleHref(slug);
  return (
    <section class="comments-section" aria-labelledby="comments-heading">
      <h2 id="comments-heading" ref={heading} tabIndex={-1}>
        Comments
      </h2>
      <List list={list} removed={() => heading.current?.focus({ preventScroll: true })} />
      {session.status === 'user' && <CommentForm slug={slug} user={session.user} add={list.add} />}
      {session.status === 'guest' && (
        <p class="hint">
          To join in, <a href={accountHref('/sign-in', back)}>use your account</a> or{' '}
          <a href={accountHref('/sign-up', back)}>create one</a>.
        </p>
      )}
    </section>
  );
}
