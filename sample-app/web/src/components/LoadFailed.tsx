import type { VNode } from 'preact';
import type { Failure } from '../http';
import { usePage } from '../page';
import { Failed } from './Failed';
import { NotFound } from './NotFound';

interface LoadFailedProps {
  error: Failure;
  retry: () => void;
}

function Problem({ error, retry }: LoadFailedProps): VNode {
  usePage('Something went wrong');
  return (
    <div class="frame plain-page">
      <h1 tabIndex={-1}>This page could not be loaded</h1>
      <Failed error={error} retry={retry} />
    </div>
  );
}

/** In place of a page whose content did not arrive. */
export function LoadFailed({ error, retry }: LoadFailedProps): VNode {
  return error.status === 404 ? <NotFound /> : <Problem error={error} retry={retry} />;
}
