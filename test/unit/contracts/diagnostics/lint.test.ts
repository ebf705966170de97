import { contractText, systemText } from '../sources.ts';
import { anyThen, anyWhen, fine, when, itPlaces } from './cases.ts';

describe('Lint', () => {
  itPlaces([
    {
      title: 'an empty when',
      criterion: `claim: persisted\n⟦when⟧: []\n${anyThen}`,
      code: 'empty-when',
      message: '“when” is empty: nothing is done',
      hint: 'a read-only feature’s action is the read',
    },
    {
      title: 'nothing expected',
      contract: contractText(`claim: persisted\n${anyWhen}`).replace('AC-1', '⟦AC-1⟧'),
      code: 'no-expectation',
      message: 'nothing is expected: there is no look in “then” and no expectation in “when”',
      hint: 'add a look to “then”, or expect: … to a step of “when”',
    },
    {
      title: "a claim that the steps can't reach",
      criterion: `claim: ⟦durable⟧\n${anyWhen}\n${anyThen}`,
      code: 'claim-out-of-reach',
      message: 'the claim “durable” is out of reach: the judged steps reach “persisted” at most',
      hint: 'to reach it, after a restart of the application, read the database or by API, or look in the browser after browser.fresh; after one of a database, read the database',
    },
    {
      title: 'a claim that no step carries',
      criterion: `claim: ⟦served⟧\nwhen: [ { api.request: { as: reader, method: POST, path: /, expect: { status: 201 } } } ]`,
      code: 'claim-out-of-reach',
      message: 'the claim “served” is out of reach: no judged step carries any claim',
      hint: 'to reach it, read by API (GET), or look in the browser after browser.fresh',
    },
    {
      title: 'a migrate that is not told where the database is',
      system: systemText()
        .replace(/^env: .*\n/mu, '')
        .replace('npm run migrate', '⟦npm run migrate⟧'),
      code: 'migrate-without-address',
      message: 'nothing tells “npm run migrate” where the database is',
      severity: 'warning',
      hint: 'env: { DATABASE_URL: "{{db.url}}" } at the top of the file is for migrate, checks and start',
    },
    {
      title: 'an id that is there twice',
      contract: `${contractText(fine)}  - id: ⟦AC-1⟧\n    title: Again\n${fine.replace(/^/gmu, '    ')}\n`,
      code: 'duplicate-id',
      message: 'the id “AC-1” is there twice',
    },
    {
      title: 'another system',
      contract: contractText(fine, 'system: ⟦other.yaml⟧\n'),
      code: 'other-system',
      message: 'this contract is for “contracts/other.yaml”, and is compiled with “contracts/system.yaml”',
      hint: 'system: system.yaml',
    },
    // Warnings
    {
      title: 'a CSS locator',
      severity: 'warning',
      criterion: when('browser.open: { as: reader, path: /, until: { css: ⟦.card⟧ } }'),
      code: 'css-locator',
      message: 'a CSS selector says how the page is made, not what people see',
      hint: 'find it by role and name, label or text if you can',
    },
    {
      title: 'a long wait',
      severity: 'warning',
      criterion: when('api.request: { as: reader, method: POST, path: /, within: ⟦31s⟧ }'),
      code: 'long-wait',
      message: 'waiting for more than 30s',
      hint: 'people do not wait that long',
    },
    {
      title: 'many steps',
      severity: 'warning',
      contract: contractText(
        `claim: persisted\nwhen:\n${'  - api.request: { as: reader, method: POST, path: / }\n'.repeat(12)}${anyThen}`,
      ).replace('AC-1', '⟦AC-1⟧'),
      code: 'many-steps',
      message: '13 steps: more than 12 are hard to read',
    },
    {
      title: 'an unused value',
      criterion: `let: { ⟦a⟧: 1 }\n${fine}`,
      code: 'unused-name',
      message: '“a” is made and never used',
      hint: 'use it, or remove it',
    },
    {
      title: 'an unused save',
      criterion: when('api.request: { as: reader, method: POST, path: /, save: { ⟦slug⟧: /slug } }'),
      code: 'unused-name',
      message: '“slug” is saved and never used',
      hint: 'use it, or remove it',
    },
    {
      title: 'an unused step',
      head: 'steps: { ⟦nobody comes⟧: [ { browser.open: { as: reader, path: / } } ] }\n',
      criterion: fine,
      code: 'unused-step',
      message: 'the step “nobody comes” is never used',
      hint: 'use it, or remove it',
    },
  ]);
});
