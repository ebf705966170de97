import assert from 'node:assert/strict';
import { needsBrowser } from '../../../../verifier/run/browser-need.ts';
import { planOf } from './scripted-run.ts';

const api = '{ api.request: { as: guest, method: GET, path: /, expect: { status: 200 } } }';
const inBrowser = (
  then: string,
  when = '{ api.request: { as: guest, method: POST, path: / } }',
  repeat = 1,
): boolean => {
  const { plan, criterion } = planOf(`claim: served\nrepeat: ${String(repeat)}\nwhen: [ ${when} ]\nthen: [ ${then} ]`);
  return needsBrowser(criterion, plan.system);
};

describe('a criterion needs a browser', () => {
  it('not where it speaks to the API, the database and services only', () => {
    assert.equal(inBrowser(`${api}, { system.log: { line: ready } }`), false);
    const agree = '{ values.agree: { api: { as: guest, path: /a, at: /n }, db: { sql: "select 1 as n", at: /0/n } } }';
    assert.equal(inBrowser(agree), false);
    assert.equal(inBrowser(api, '{ system.latency: { between: [app, db], add: 1s } }'), false);
  });
  it('where it acts or looks in one', () => {
    assert.equal(inBrowser(`${api}, { browser.requests: { as: guest, method: GET } }`), true);
    assert.equal(inBrowser(api, '{ browser.open: { as: guest, path: / } }'), true);
  });
  it('where one of several steps at once, or of several places of a value, is in it', () => {
    const post = '{ api.request: { as: guest, method: POST, path: / } }';
    const open = '{ browser.open: { as: guest, path: / } }';
    assert.equal(inBrowser(api, `{ together: { steps: [ ${post}, ${post} ] } }`, 10), false);
    assert.equal(inBrowser(api, `{ together: { steps: [ ${post}, ${open} ] } }`, 10), true);
    const agree =
      '{ values.agree: { browser: { as: guest, role: status, read: number }, api: { as: guest, path: /a, at: /n } } }';
    const { plan, criterion } = planOf(`claim: served\nwhen: [ ${open} ]\nthen: [ ${agree} ]`);
    assert.equal(needsBrowser({ ...criterion, when: [] }, plan.system), true);
  });
  it('where the way from it is slowed', () => {
    assert.equal(inBrowser(api, '{ system.latency: { between: [browser, app], add: 1s } }'), true);
  });
  it('where one of its actors signs in there', () => {
    const { plan, criterion } = planOf(
      `claim: served\nwhen: [ { api.request: { as: reader, method: POST, path: / } } ]\nthen: [ ${api} ]`,
    );
    assert.equal(needsBrowser(criterion, plan.system), false);
    const reader = plan.system.actors['reader'];
    assert.ok(reader !== undefined);
    const opened = planOf(`claim: served\nwhen: [ { browser.open: { as: guest, path: / } } ]\nthen: [ ${api} ]`)
      .criterion.when;
    const session = { ...reader.session, browser: { ...reader.session.browser, signIn: opened } };
    assert.equal(needsBrowser(criterion, { actors: { reader: { ...reader, session } } }), true);
  });
});
