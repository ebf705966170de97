import type { VNode } from 'preact';

interface PagerProps {
  page: number;
  pages: number;
  href: (page: number) => string;
}

function Step({ text, href }: { text: string; href: string | undefined }): VNode {
  // A link without an address is how HTML says that a link leads nowhere at present.
  return href === undefined ? (
    <a role="link" aria-disabled="true">
      {text}
    </a>
  ) : (
    <a href={href}>{text}</a>
  );
}

export function Pager({ page, pages, href }: PagerProps): VNode {
  return (
    <nav class="pager" aria-label="Pages">
      <Step text="Previous page" href={page > 1 ? href(page - 1) : undefined} />
      <p>{`Page ${String(page)} of ${String(pages)}`}</p>
      <Step text="Next page" href={page < pages ? href(page + 1) : undefined} />
    </nav>
  );
}
