import assert from 'node:assert/strict';
import { compiledStep, equal, having, literal, slug, whole, withoutPlaces } from './written-step.ts';

interface ActCase {
  readonly section?: 'given' | 'when' | 'then';
  readonly written: string;
  readonly words: string;
  readonly probe: object;
}

const button = { by: { kind: 'role', role: 'button', name: whole('Save') } };
const field = { by: { kind: 'label', text: whole('Picture') } };

const cases: readonly ActCase[] = [
  {
    written: 'browser.click: { role: button, name: Save, times: 2, every: 200ms, by: keyboard }',
    words: 'reader clicks button “Save” by keyboard 2 times every 200ms',
    probe: {
      verb: 'browser.click',
      actor: 'reader',
      locator: button,
      look: false,
      times: 2,
      everyMs: 200,
      by: 'keyboard',
    },
  },
  {
    written: 'browser.click: { role: button, name: Save, frame: { title: Pay, inside: { role: main } } }',
    words: 'reader clicks button “Save” in the frame title “Pay” inside main',
    probe: {
      verb: 'browser.click',
      actor: 'reader',
      locator: {
        ...button,
        frame: { by: { kind: 'title', text: whole('Pay') }, inside: { by: { kind: 'role', role: 'main' } } },
      },
      look: false,
    },
  },
  {
    written: 'browser.check: { label: Picture }',
    words: 'reader checks field “Picture”',
    probe: { verb: 'browser.check', actor: 'reader', locator: field, checked: true },
  },
  {
    written: 'browser.check: { label: Picture, checked: false }',
    words: 'reader unchecks field “Picture”',
    probe: { verb: 'browser.check', actor: 'reader', locator: field, checked: false },
  },
  {
    written: 'browser.upload: { label: Picture, file: { name: "{{slug}}.txt", text: "{{slug}}", type: text/plain } }',
    words: 'reader uploads “{{slug}}.txt” into field “Picture”',
    probe: {
      verb: 'browser.upload',
      actor: 'reader',
      locator: field,
      files: [
        {
          name: { kind: 'text', parts: [slug, '.txt'] },
          type: 'text/plain',
          content: { kind: 'text', text: slug },
        },
      ],
    },
  },
  {
    written: 'browser.upload: { label: Picture, files: [ { from: ../files/a.png }, { name: b, base64: "AA EC" } ] }',
    words: 'reader uploads “a.png” and “b” into field “Picture”',
    probe: {
      verb: 'browser.upload',
      actor: 'reader',
      locator: field,
      files: [
        { name: literal('a.png'), content: { kind: 'file', file: 'files/a.png' } },
        { name: literal('b'), content: { kind: 'base64', base64: 'AAEC' } },
      ],
    },
  },
  {
    written: 'browser.back',
    section: 'then',
    words: 'reader goes back',
    probe: { verb: 'browser.back', actor: 'reader' },
  },
  {
    written: 'browser.fail: { method: POST, path: "/api/{{slug}}", status: 503, json: { error: "{{slug}}" } }',
    section: 'given',
    words: 'reader gets 503 for the next call POST "/api/{{slug}}"',
    probe: {
      verb: 'browser.fail',
      actor: 'reader',
      method: 'POST',
      path: { is: 'equal', value: { kind: 'text', parts: ['/api/', slug] } },
      answer: { kind: 'status', status: 503, json: { kind: 'map', entries: { error: slug } } },
    },
  },
  {
    written: 'browser.fail: { answer: none }',
    words: 'reader gets no answer for the next call',
    probe: { verb: 'browser.fail', actor: 'reader', answer: { kind: 'none' } },
  },
  {
    written: 'db.reject: { table: favorites, on: [ update, insert, update ] }',
    section: 'given',
    words: 'database: refuses insert and update on favorites',
    probe: { verb: 'db.reject', service: 'db', table: 'favorites', on: ['insert', 'update'] },
  },
  {
    written: 'db.reject: { table: audit.log, on: delete }',
    words: 'database: refuses delete on audit.log',
    probe: { verb: 'db.reject', service: 'db', table: 'audit.log', on: ['delete'] },
  },
  { written: 'system.stop: cache', words: 'stop of cache', probe: { verb: 'system.stop', service: 'cache' } },
  {
    written: 'system.pause: { service: db }',
    section: 'given',
    words: 'pause of db',
    probe: { verb: 'system.pause', service: 'db' },
  },
  {
    written: 'system.start: app',
    section: 'then',
    words: 'start of app',
    probe: { verb: 'system.start', service: 'app' },
  },
  {
    written: 'system.restart: db',
    section: 'then',
    words: 'restart of db',
    probe: { verb: 'system.restart', service: 'db' },
  },
  {
    written: 'system.wait: { for: 1.5s, because: clocks tick }',
    words: 'wait of 1.5s, because clocks tick',
    probe: { verb: 'system.wait', forMs: 1_500 },
  },
  {
    written: 'system.latency: { between: [ app, cache ], add: 150ms }',
    words: 'latency of 150ms between app and cache',
    probe: { verb: 'system.latency', from: 'app', to: 'cache', addMs: 150 },
  },
  {
    written: 'system.latency: { between: [ browser, app ], add: 1s }',
    section: 'given',
    words: 'latency of 1s between browser and app',
    probe: { verb: 'system.latency', from: 'browser', to: 'app', addMs: 1_000 },
  },
];

describe('Acts and faults', () => {
  for (const { section = 'when', written, words, probe } of cases) {
    it(`compile from ${written}`, () => {
      const step = compiledStep(section, written);
      assert.deepEqual(withoutPlaces(step.probe), probe);
      assert.deepEqual(
        { words: step.words, kind: step.kind, stated: step.stated, absence: step.absence, strength: step.strength },
        { words, kind: 'act', stated: false, absence: false, strength: undefined },
      );
      assert.deepEqual(step.expectation, having({ outcome: equal('done') }));
    });
  }

  it('wait for a service as long as it may take, and no longer than a wait is', () => {
    assert.equal(compiledStep('when', 'system.start: { service: app }').withinMs, 30_000);
    assert.equal(compiledStep('when', 'system.start: { service: app, within: 7s }').withinMs, 7_000);
    assert.equal(compiledStep('when', 'system.wait: { for: 2s, because: clocks tick }').withinMs, 2_000);
  });
});
