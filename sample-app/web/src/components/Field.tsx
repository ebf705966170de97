import type { VNode } from 'preact';
import type { FormState } from '../form';
import { sentence } from '../format';

interface FieldProps<V> {
  form: FormState<V>;
  name: keyof V & string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  /** More than one row makes a text area. */
  rows?: number;
  hint?: string;
}

/** “is taken” is what the server says about a field; people read “Email is taken”. */
export function fieldMessage(label: string, message: string): string {
  return sentence(/^\p{Lu}/u.test(message) ? message : `${label} ${message}`);
}

export function Field<V extends Record<string, string> | object>(props: FieldProps<V>): VNode {
  const { form, name, label, type = 'text', autoComplete, rows, hint } = props;
  const message = form.error?.fields[name];
  const described = [hint && `${name}-hint`, message && `${name}-error`].filter(Boolean).join(' ');
  const common = {
    id: name,
    name,
    value: String(form.values[name]),
    autoComplete,
    onInput: (event: Event & { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void => {
      form.set(name, event.currentTarget.value);
    },
    'aria-invalid': message ? true : undefined,
    'aria-describedby': described || undefined,
  };
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {rows && <textarea {...common} rows={rows} />}
      {!rows && type === 'text' && <input {...common} type="text" />}
      {!rows && type === 'email' && <input {...common} type="email" />}
      {!rows && type === 'password' && <input {...common} type="password" />}
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {message && (
        <p class="field-error" id={`${name}-error`}>
          {fieldMessage(label, message)}
        </p>
      )}
    </div>
  );
}
