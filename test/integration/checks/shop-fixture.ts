import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { SystemPlan } from '../../../contracts/language/index.ts';
import type { CheckReport } from '../../../reports/index.ts';
import { createLayers, type Layers, type Preparation } from '../../../verifier/checks/index.ts';
import { baseEnv, clock, Ground, MemorySink, script, system } from './run-fixture.ts';

interface PrepareOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly layers?: Layers;
  readonly env?: Readonly<Record<string, string>>;
}

/** A small system in the folder `shop` of a repository, with commands that note each time they are run. */
export class Shop {
  readonly ground = new Ground();
  readonly sink = new MemorySink();
  readonly notes: string[] = [];
  readonly files: Readonly<Record<string, string>> = { 'shop/app.js': 'app ', 'shop/lock': 'lib', readme: 'x' };

  layers(signal = new AbortController().signal): Layers {
    return createLayers({
      cache: this.ground.cache,
      baseEnv,
      clock,
      signal,
      sink: this.sink,
      note: (message) => this.notes.push(message),
    });
  }

  /** JavaScript that writes its name to the tally, so that a run can be told from a kept result. */
  counted(name: string, source: string): string {
    return `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(this.ground.tally)}, '${name} '); ${source}`;
  }

  /** The names of what was really run. */
  ran(): string {
    return existsSync(this.ground.tally) ? readFileSync(this.ground.tally, 'utf8').trim() : '';
  }

  install(source = ''): NonNullable<SystemPlan['install']> {
    const made =
      "fs.mkdirSync('node_modules/.bin', { recursive: true }); fs.writeFileSync('node_modules/lib.js', fs.readFileSync('lock')); fs.symlinkSync('../lib.js', 'node_modules/.bin/lib');";
    return { ...script(this.counted('install', `${made} ${source}`)), key: ['lock', '.npmrc'] };
  }

  build(source = ''): NonNullable<SystemPlan['build']> {
    const made =
      "fs.mkdirSync('dist'); fs.writeFileSync('dist/app.js', fs.readFileSync('app.js', 'utf8') + fs.readFileSync('node_modules/lib.js')); console.log('built');";
    return script(this.counted('build', `${made} ${source}`));
  }

  plan(parts: Partial<SystemPlan> = {}): SystemPlan {
    return system({ root: 'shop', install: this.install(), build: this.build(), ...parts });
  }

  /** Prepares a new checkout of a tree. */
  prepare(plan: SystemPlan, tree: string, options: PrepareOptions = {}): Promise<Preparation> {
    const { files = this.files, layers = this.layers(), env = { BUILD_ENV: 'set' } } = options;
    return layers.prepare({ checkout: this.ground.checkout(files), tree, system: plan, env });
  }
}

/** The root of a tree that was built. */
export function rootOf(preparation: Preparation): string {
  assert.ok(preparation.tree !== undefined, JSON.stringify(preparation.reports.map(({ judgement }) => judgement)));
  return preparation.tree.root;
}

/** Reports in short: name, judgement, and whether it is of an earlier run. */
export function kindsOf(reports: readonly CheckReport[]): string[] {
  return reports.map(({ name, judgement, cached }) => `${name} ${judgement.kind}${cached ? ' cached' : ''}`);
}
