import { itRefuses } from './wrong-use.ts';

describe('Diagnostics of faults and services', () => {
  itRefuses([
    ['given', 'db.reject: ⟦⟧{ table: favorites }', 'missing-key', '“on” is missing in db.reject'],
    [
      'given',
      'db.reject: { table: favorites, on: ⟦truncate⟧ }',
      'wrong-value',
      '“on” must be insert, update or delete',
    ],
    ['given', 'db.reject: { table: favorites, on: ⟦[]⟧ }', 'wrong-value', '“on” must be a list of at least 1'],
    [
      'given',
      'db.reject: { table: "⟦{{slug}}⟧", on: insert }',
      'reference-not-here',
      '“table” takes no references',
      'write it out; a named step can get it as a parameter',
    ],
    [
      'then',
      '⟦db.reject⟧: { table: favorites, on: insert }',
      'wrong-section',
      'db.reject is a fault; “then” only looks',
      'put it into “given” or “when”',
    ],
    ['when', 'system.stop: ⟦cash⟧', 'unknown-service', 'there is no service “cash”', 'did you mean “cache”?'],
    [
      'then',
      '⟦system.stop⟧: db',
      'wrong-section',
      'system.stop is a fault; “then” only looks',
      'put it into “given” or “when”',
    ],
    ['when', 'system.pause: ⟦[ db ]⟧', 'wrong-type', 'system.pause must be the name of a service, not a list'],
    [
      'then',
      '⟦system.wait⟧: { for: 1s, because: x }',
      'wrong-section',
      'system.wait acts; “then” only looks',
      'looks wait by themselves: say within, or stays for what must hold that long',
    ],
    ['when', 'system.wait: ⟦⟧{ for: 1s }', 'missing-key', '“because” is missing in system.wait'],
    ['when', 'system.wait: ⟦2s⟧', 'wrong-type', 'system.wait must be a mapping, not text'],
    [
      'given',
      'system.latency: { between: [ ⟦db⟧, app ], add: 1ms }',
      'wrong-way',
      '“db” does not call “app”',
      'between: [app, db]',
    ],
    [
      'given',
      'system.latency: { between: [ ⟦app⟧, browser ], add: 1ms }',
      'wrong-way',
      '“app” does not call “browser”',
      'between: [browser, app]',
    ],
    [
      'given',
      'system.latency: { between: ⟦[ app ]⟧, add: 1ms }',
      'wrong-value',
      '“between” must be a list of at least 2',
    ],
    [
      'given',
      'system.latency: { between: ⟦[ app, db, cache ]⟧, add: 1ms }',
      'wrong-value',
      '“between” must be a list of at most 2',
    ],
    [
      'given',
      'system.latency: { between: [ app, ⟦dbb⟧ ], add: 1ms }',
      'unknown-service',
      'there is no service “dbb”',
      'did you mean “db”?',
    ],
    [
      'given',
      'system.latency: { between: [ browser, ⟦db⟧ ], add: 1ms }',
      'wrong-way',
      'nothing of this goes to “db” directly',
      'the browser calls the application, the application calls db and cache',
    ],
  ]);
});
