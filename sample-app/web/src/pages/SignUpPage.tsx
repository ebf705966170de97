import type { VNode } from 'preact';
import { Field } from '../components/Field';
import { FormAlert } from '../components/FormAlert';
import { SubmitButton } from '../components/SubmitButton';
import { useForm } from '../form';
import { useGuestsOnly, usePage } from '../page';
import { place } from '../router';
import { signUp } from '../session';
import { useStore } from '../store';

const labels = { name: 'Name', email: 'Email', password: 'Password' };

export function SignUpPage(): VNode {
  usePage('Sign up');
  useGuestsOnly();
  const { search } = useStore(place);
  const form = useForm({ initial: () => ({ name: '', email: '', password: '' }), send: signUp });
  return (
    <div class="frame account">
      <h1 tabIndex={-1}>Sign up</h1>
      <form class="form" noValidate onSubmit={form.submit}>
        <FormAlert error={form.error} labels={labels} />
        <Field form={form} name="name" label={labels.name} autoComplete="name" />
        <Field form={form} name="email" label={labels.email} type="email" autoComplete="email" />
        <Field
          form={form}
          name="password"
          label={labels.password}
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <SubmitButton text="Sign up" busy={form.busy} />
      </form>
      <p class="hint">
        Been here before? <a href={`/sign-in${search}`}>Use your account</a>
      </p>
    </div>
  );
}
