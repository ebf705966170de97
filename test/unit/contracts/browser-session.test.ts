import assert from 'node:assert/strict';
import { fine } from './diagnostics/cases.ts';
import { contractText, diagnose, planOf, sources, systemText } from './sources.ts';

/** A system with an actor whose browser is signed in by these steps. */
function systemWith(...steps: string[]): string {
  return systemText(`  typist: { let: { p: x }, session: { browser: { signIn: [ ${steps.join(', ')} ] } } }\n`);
}

describe('Signing in by steps in the browser', () => {
  it('takes acts and looks in the browser, with the actor’s own values', () => {
    const system = systemWith(
      '{ browser.open: { path: /login } }',
      '{ browser.fill: { label: Password, value: "{{p}}" } }',
      '{ browser.see: { role: main } }',
    );
    const { session } = planOf(contractText(fine), system).system.actors['typist'] ?? assert.fail();
    assert.deepEqual(
      session.browser.signIn.map(({ id, words }) => [id, words]),
      [
        ['typist.session.1', 'typist opens /login'],
        ['typist.session.2', 'typist fills field “Password” with {{p}}'],
        ['typist.session.3', 'typist sees main'],
      ],
    );
  });

  it('takes nothing else', () => {
    const messages = (step: string): unknown =>
      diagnose(sources(contractText(fine), systemWith(step))).map(({ code, message, hint }) => [code, message, hint]);
    assert.deepEqual(messages('{ api.request: { method: POST, path: / } }'), [
      [
        'wrong-section',
        'the browser is signed in by steps in the browser, not by api.request',
        'requests go into the actor’s own signIn: [ … ]',
      ],
    ]);
    assert.deepEqual(messages('{ browser.fail: { answer: none } }'), [
      ['wrong-section', 'the browser is signed in by steps in the browser, not by browser.fail', undefined],
    ]);
  });
});
