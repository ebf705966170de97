import { useRef, useState } from 'preact/hooks';
import type { Failure, Result } from './http';

export interface FormState<V> {
  values: V;
  set: (name: keyof V, value: string) => void;
  busy: boolean;
  error: Failure | undefined;
  submit: (event: Event) => void;
}

interface FormOptions<V, T> {
  initial: () => V;
  send: (values: V) => Promise<Result<T>>;
  done?: (value: T) => void;
}

function focusFirstError(form: EventTarget | null): void {
  if (!(form instanceof HTMLFormElement)) return;
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}

/** A form that keeps what was typed, and sends it only once at a time. */
export function useForm<V extends object, T>({ initial, send, done }: FormOptions<V, T>): FormState<V> {
  const [values, setValues] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const sending = useRef(false);

  const run = async (form: EventTarget | null): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setError(undefined);
    const result = await send(values);
    sending.current = false;
    setBusy(false);
    if (result.ok) {
      done?.(result.value);
      return;
    }
    setError(result.error);
    focusFirstError(form);
  };

  return {
    values,
    busy,
    error,
    set: (name, value) => {
      setValues((now) => ({ ...now, [name]: value }));
    },
    submit: (event) => {
      event.preventDefault();
      void run(event.currentTarget);
    },
  };
}
