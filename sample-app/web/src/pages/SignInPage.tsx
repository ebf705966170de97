import type { VNode } from 'preact';
import { Field } from '../components/Field';
import { FormAlert } from '../components/FormAlert';
import { SubmitButton } from '../components/SubmitButton';
import { useForm } from '../form';
import { useGuestsOnly, usePage } from '../page';
import { place } from '../router';
import { signIn } from '../session';
import { useStore } from '../store';

const labels = { email: 'Email', password: 'Password' };

export function SignInPage(): VNode {
  usePage('Sign in');
  useGuestsOnly();
  const { search } = useStore(place);
  const form = useForm({
    initial: () => ({ email: '', password: '' }),
    send: ({ email, password }) => signIn(email, password),
  });
  return (
    <div class="frame account">
      <h1 tabIndex={-1}>Sign in</h1>
      <form class="form" noValidate onSubmit={form.submit}>
        <FormAlert error={form.error} labels={labels} />
        <Field form={form} name="email" label={labels.email} type="email" autoComplete="email" />
        <Field form={form} name="password" label={labels.password} type="password" autoComplete="current-password" />
        <SubmitButton text="Sign in" busy={form.busy} />
      </form>
      <p class="hint">
        New here? <a href={`/sign-up${search}`}>Create an account</a>
      </p>
    </div>
  );
}
