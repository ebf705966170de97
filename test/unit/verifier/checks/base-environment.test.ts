import assert from 'node:assert/strict';
import { baseEnvironment } from '../../../../verifier/checks/base-environment.ts';

describe('baseEnvironment', () => {
  it('keeps homes, language, certificates and proxies', () => {
    const env = {
      PATH: '/usr/bin',
      HOME: '/h',
      LANG: 'C',
      LC_TIME: 'de',
      NODE_EXTRA_CA_CERTS: '/ca',
      https_proxy: 'http://p',
    };
    assert.deepEqual(baseEnvironment(env), env);
  });

  it('lets nothing through that steers a tool from outside', () => {
    const traps = {
      NODE_OPTIONS: '--require ./green.js',
      NODE_PATH: '/x',
      NODE_ENV: 'test',
      PYTEST_ADDOPTS: '-k nothing',
      MOCHA_OPTIONS: '--dry-run',
      npm_config_registry: 'http://evil',
      npm_lifecycle_event: 'demo',
      GIT_DIR: '/x',
      LD_PRELOAD: '/x.so',
      BASH_ENV: '/x',
      FORCE_COLOR: '1',
      SECRET_TOKEN: 's',
    };
    assert.deepEqual(baseEnvironment({ PATH: '/usr/bin', ...traps }), { PATH: '/usr/bin' });
  });

  it('takes the folders that npm puts before PATH away, so that a tool the subject lacks is not found among ours', () => {
    const path = [
      '/work/assay/node_modules/.bin',
      '/node_modules/.bin',
      '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin',
      '/usr/local/bin',
      '',
      '/home/me/node_modules_bin',
    ];
    assert.equal(baseEnvironment({ PATH: path.join(':') })['PATH'], '/usr/local/bin:/home/me/node_modules_bin');
  });
});
