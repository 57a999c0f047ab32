// node gemini_hooks.mjs CORE SETTINGS < a list of [tool, input] as JSON
// -> for each what the client's own code makes of the hook in the settings: whether the call is blocked, and why.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [core, settings] = process.argv.slice(2);
const own = file => import(pathToFileURL(path.join(core, 'dist/src/hooks', file)));
const { HookRunner } = await own('hookRunner.js');
const { createHookOutput } = await own('types.js');
for (const name of ["debug", "info", "log", "warn"]) console[name] = () => {};
const hooks = JSON.parse(fs.readFileSync(settings, 'utf8')).hooks.BeforeTool.flatMap(group => group.hooks);
const runner = new HookRunner({ isTrustedFolder: () => true, sanitizationConfig: {}, storage: { getPlansDir: () => '/plans' } });
const base = { session_id: 's', transcript_path: '/x', cwd: process.cwd(), hook_event_name: 'BeforeTool', timestamp: 't' };
const found = [];
for (const [tool, value] of JSON.parse(fs.readFileSync(0, 'utf8'))) {
  const results = await runner.executeHooksParallel(hooks, 'BeforeTool', { ...base, tool_name: tool, tool_input: value });
  const outputs = results.map(one => createHookOutput('BeforeTool', one.output ?? {}));
  found.push([outputs.some(one => one.isBlockingDecision()), outputs.map(one => one.reason ?? '').join(' ')]);
}
process.stdout.write(JSON.stringify(found));
