// Where the program is: what the setting says, else the workspace's own virtual environment, else the PATH.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** The folders of a virtual environment, as people call them. */
const ENVIRONMENTS = ['.venv', 'venv'];

/**
 * @param {string} setting what `remit.path` says
 * @param {string[]} folders the folders of the workspace
 * @param {string} platform as `process.platform`
 * @param {(file: string) => boolean} exists
 * @returns {string} a path, or a bare name for the PATH
 */
function find(setting, folders, platform = process.platform, exists = fs.existsSync) {
  if (setting) {
    const first = folders[0] ?? '';
    return setting.replace('${workspaceFolder}', first);
  }
  const inside = platform === 'win32' ? path.join('Scripts', 'remit.exe') : path.join('bin', 'remit');
  for (const folder of folders) {
    for (const environment of ENVIRONMENTS) {
      const file = path.join(folder, environment, inside);
      if (exists(file)) {
        return file;
      }
    }
  }
  return 'remit';
}

module.exports = { find };
