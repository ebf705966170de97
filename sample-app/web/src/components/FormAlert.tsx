import type { VNode } from 'preact';
import type { Failure } from '../http';
import { fieldMessage } from './Field';

/** What went wrong with a form as a whole, with each field that has to change. */
export function FormAlert({ error, labels }: { error: Failure | undefined; labels: Record<string, string> }): VNode | null {
  if (!error) return null;
  const fields = error.code === 'invalid' ? Object.entries(error.fields) : [];
  return (
    <div class="form-alert" role="alert">
      <p>{fields.length > 0 ? 'This has to be corrected first:' : error.message}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(([name, message]) => (
            <li key={name}>{fieldMessage(labels[name] ?? name, message)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
