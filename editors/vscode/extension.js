// Starts `remit lsp` and hands it the files that may be agents' definitions (selector.json).
'use strict';

const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');
const { find } = require('./finding');
const patterns = require('./selector.json');

const EXPLAIN = 'remit.explain';

let client;
let log;

async function activate(context) {
  log = vscode.window.createOutputChannel('remit', { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand('remit.restart', restart),
    vscode.commands.registerCommand('remit.showLog', () => log.show()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('remit.path')) {
        return restart();
      }
    }),
  );
  await start();
}

async function start() {
  // In a folder that is not trusted, a program that lies in it is not run.
  const trusted = vscode.workspace.isTrusted;
  const folders = trusted ? (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath) : [];
  const settings = vscode.workspace.getConfiguration('remit');
  const setting = trusted ? settings.get('path', '') : (settings.inspect('path')?.globalValue ?? '');
  const command = find(setting, folders);
  const server = { command, args: ['lsp'], transport: TransportKind.stdio };
  client = new LanguageClient('remit', 'remit', server, {
    documentSelector: patterns.map((pattern) => ({ scheme: 'file', pattern })),
    outputChannel: log,
    initializationOptions: { ...settings, path: undefined },
    middleware: { executeCommand: explain },
  });
  try {
    await client.start();
    log.info(`started ${command} lsp`);
  } catch (problem) {
    log.error(`${command} lsp: ${problem}`);
    const choice = await vscode.window.showErrorMessage(
      `remit could not be started (${command}). Install it with: pip install 'remit[lsp]'`,
      'Set its path',
      'Show the log',
    );
    if (choice === 'Set its path') {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'remit.path');
    } else if (choice) {
      log.show();
    }
  }
}

/** The command behind a lens: what the server says of the agent is opened as a page. */
async function explain(command, args, next) {
  const told = await next(command, args);
  if (command === EXPLAIN && typeof told === 'string') {
    const page = await vscode.workspace.openTextDocument({ language: 'markdown', content: told });
    await vscode.window.showTextDocument(page, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }
  return told;
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.needsStop()) {
    await running.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

module.exports = { activate, deactivate: stop };
