import type { VNode } from 'preact';
import { toggleFavorite, useFavoring } from '../favorites';
import { askToSignIn, isGuest } from '../session';
import type { Summary } from '../types';

/** The name of the button stays the same; `aria-pressed` says the state. */
export function FavoriteButton({ article }: { article: Summary }): VNode {
  const { shown, pending } = useFavoring(article.slug, article);
  const click = (): void => {
    if (isGuest()) askToSignIn();
    else toggleFavorite(article.slug, shown);
  };
  return (
    <div class="favorite" aria-busy={pending}>
      <button type="button" aria-label="Favorite" aria-pressed={shown.favorited} onClick={click}>
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M12 20.400 4.300 12.700a5 5 0 0 1 7.100-7.100l.6.700.600-.7a5 5 0 0 1 7.100 7.100Z" />
        </svg>
      </button>
      <span class="count" role="group" aria-label="Favorites count">
        {shown.favoritesCount}
      </span>
    </div>
  );
}
