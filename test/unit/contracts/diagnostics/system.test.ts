import { systemText } from '../sources.ts';
import { itPlaces } from './cases.ts';

const withRun = (run: string) => systemText(`build: { run: ${run} }\n`);
const noShell = 'put it into quotes if it is meant as it stands, or into a script';

describe('Diagnostics of a system file', () => {
  itPlaces([
    {
      title: 'an unknown key',
      system: systemText('⟦keepApps⟧: true\n'),
      code: 'unknown-key',
      message: 'unknown key “keepApps” in system.yaml',
      hint: 'did you mean “keepApp”?',
    },
    {
      title: 'a parser that is none',
      system: systemText('checks: [ { name: a, run: b, parser: ⟦tcs⟧ } ]\n'),
      code: 'wrong-value',
      message: '“parser” must be tsc, eslint, mocha or lines',
      hint: 'did you mean “tsc”?',
    },
    {
      title: 'two checks of one name',
      system: systemText('checks: [ { name: a, run: b }, { name: ⟦a⟧, run: c } ]\n'),
      code: 'duplicate-check',
      message: 'two checks are called “a”',
    },
    {
      title: 'an unknown database in needs',
      system: systemText('build: { run: x, needs: [ ⟦dbs⟧ ] }\n'),
      code: 'unknown-service',
      message: 'there is no database “dbs”',
      hint: 'known here: db',
    },
    {
      title: 'a variable in a command',
      system: withRun('⟦echo $HOME⟧'),
      code: 'shell-syntax',
      message: 'no shell is used: “$HOME” is not expanded',
      hint: noShell,
    },
    {
      title: 'a variable in double quotes in a command',
      system: withRun('⟦\'echo "a ${X}"\'⟧'),
      code: 'shell-syntax',
      message: 'no shell is used: “${X}” is not expanded',
      hint: noShell,
    },
    {
      title: 'a pipe in a command',
      system: withRun('⟦a | b⟧'),
      code: 'shell-syntax',
      message: 'no shell is used: “|” is not understood',
      hint: noShell,
    },
    {
      title: 'a second command',
      system: withRun('⟦a && b⟧'),
      code: 'shell-syntax',
      message: 'no shell is used: “&&” is not understood',
      hint: noShell,
    },
    {
      title: 'a redirection',
      system: withRun('⟦a > b⟧'),
      code: 'shell-syntax',
      message: 'no shell is used: “>” is not understood',
      hint: noShell,
    },
    {
      title: 'a glob',
      system: withRun('⟦rm *.js⟧'),
      code: 'shell-syntax',
      message: 'no shell is used: “*” is not expanded to file names',
      hint: noShell,
    },
    {
      title: 'a variable set before a command',
      system: withRun('⟦A=1 b⟧'),
      code: 'shell-syntax',
      message: 'no shell is used: “A=” does not set a variable; use env',
      hint: noShell,
    },
    {
      title: 'an open quote in a command',
      system: withRun(`⟦"a 'b"⟧`),
      code: 'shell-syntax',
      message: "no shell is used: the quote ' is not closed",
      hint: noShell,
    },
    {
      title: 'a root outside the repository',
      system: systemText().replace('root: ../app', 'root: ⟦../../app⟧'),
      code: 'outside-repository',
      message: '“../../app” is outside the repository',
      hint: 'paths are relative to system.yaml',
    },
    {
      title: 'a seed outside the repository',
      system: systemText().replace('migrate: npm run migrate', 'seed: ⟦/etc/passwd⟧'),
      code: 'outside-repository',
      message: '“/etc/passwd” is outside the repository',
      hint: 'paths are relative to system.yaml',
    },
    {
      title: 'a second application',
      system: systemText().replace('actors:', '  ⟦web⟧: { start: { run: a }, ready: { path: / } }\nactors:'),
      code: 'one-app',
      message: 'the system has more than one application',
      hint: 'any other service runs in a container: container: { image: …, port: … }',
    },
    {
      title: 'a reference in env',
      system: systemText().replace('"{{db.url}}"', '"⟦{{db.uri}}⟧"'),
      code: 'unknown-reference',
      message: '“db” has no value “uri”',
      hint: 'did you mean “url”?',
    },
    {
      title: 'an actor like nobody',
      system: systemText('  editor: { like: ⟦raeder⟧ }\n'),
      code: 'unknown-actor',
      message: 'there is no actor “raeder”',
      hint: 'did you mean “reader”?',
    },
    {
      title: 'actors like each other',
      system: systemText('  a: { like: b }\n  b: { like: ⟦a⟧ }\n').replace('like: b }', 'like: b }'),
      code: 'circular-actor',
      message: 'an actor is like itself: “a” → “b” → “a”',
    },
    {
      title: 'actors that need each other',
      system: systemText(
        '  ⟦a⟧: { create: [ { api.request: { as: b, method: POST, path: / } } ] }\n  b: { create: [ { api.request: { as: a, method: POST, path: / } } ] }\n',
      ),
      code: 'circular-actor',
      message: 'actors need each other to be made: “a” → “b” → “a”',
    },
    {
      title: 'an actor called guest',
      system: systemText('  ⟦guest⟧: {}\n'),
      code: 'name-taken',
      message: '“guest” is built in: nobody',
    },
    {
      title: 'an actor with the name of a service',
      system: systemText('  ⟦db⟧: {}\n'),
      code: 'name-taken',
      message: 'the name “db” is taken by a service',
    },
    {
      title: 'an actor who refers to itself',
      system: systemText('  a: { let: { x: 1 }, create: [ { api.request: { method: POST, path: "/⟦{{a.x}}⟧" } } ] }\n'),
      code: 'own-name',
      message: '“a” is not there yet in its own steps',
      hint: 'write {{x}}',
    },
    {
      title: 'a browser step in create',
      system: systemText('  a: { create: [ { ⟦browser.open⟧: { path: / } } ] }\n'),
      code: 'wrong-section',
      message: '“create” makes the actor by API or database, not by browser.open',
    },
    {
      title: 'a browser step in signIn',
      system: systemText('  a: { signIn: [ { ⟦browser.open⟧: { path: / } } ] }\n'),
      code: 'wrong-section',
      message: '“signIn” signs in by API, not by browser.open',
      hint: 'browser steps go into session: { browser: { signIn: [ … ] } }',
    },
  ]);
});
