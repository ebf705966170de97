import type { VNode } from 'preact';
import type { ShownComment } from '../comments';
import { formatMinute, paragraphs } from '../format';

interface CommentItemProps {
  comment: ShownComment;
  remove: () => void;
}

export function CommentItem({ comment, remove }: CommentItemProps): VNode {
  return (
    <li class="comment" aria-busy={comment.pending === true}>
      <p class="card-meta">
        <span class="card-author">{comment.author.name}</span>
        <time dateTime={comment.createdAt}>{formatMinute(comment.createdAt)}</time>
      </p>
      <div class="comment-body">
        {paragraphs(comment.body).map((text, index) => (
          <p key={index}>{text}</p>
        ))}
      </div>
      {comment.mine && !comment.pending && (
        <button type="button" class="link-button" onClick={remove}>
          Delete comment
        </button>
      )}
    </li>
  );
}
