import assert from 'node:assert/strict';
import { hintOfRights } from '../../../../verifier/environment/postgres/lacking-rights.ts';

describe('a hint of lacking rights', () => {
  for (const said of [
    'permission denied to create role',
    'permission denied to create database',
    'permission denied to create extension "postgis"',
    'must be superuser to create a base type',
    'permission denied to set parameter "session_replication_role"',
    'role "web_user" does not exist',
  ])
    it(`is given for: ${said}`, () => {
      const hint = hintOfRights(`> migrate\nerror: ${said}\n    at Parser.parse (node:1)\n`);
      assert.match(hint ?? '', /may make no roles/);
      assert.ok((hint ?? '').includes(`“${said}”`), hint);
    });
  for (const said of [
    'relation "notes" does not exist',
    'permission denied for table notes',
    'EACCES: permission denied, open',
  ])
    it(`is not given for: ${said}`, () => {
      assert.equal(hintOfRights(`error: ${said}\n`), undefined);
    });
});
