'use strict';

const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { find } = require('./finding');

test('the setting counts first', () => {
  assert.strictEqual(find('/opt/remit', ['/w'], 'linux', () => true), '/opt/remit');
  assert.strictEqual(find('${workspaceFolder}/env/bin/remit', ['/w'], 'linux', () => true), '/w/env/bin/remit');
});

test('then the environment of a folder of the workspace', () => {
  const own = path.join('/b', '.venv', 'bin', 'remit');
  assert.strictEqual(find('', ['/a', '/b'], 'linux', (file) => file === own), own);
  const windows = path.join('/b', 'venv', 'Scripts', 'remit.exe');
  assert.strictEqual(find('', ['/b'], 'win32', (file) => file === windows), windows);
});

test('then the PATH', () => {
  assert.strictEqual(find('', ['/a'], 'linux', () => false), 'remit');
  assert.strictEqual(find('', [], 'linux', () => true), 'remit');
});
