// With a policy for content that allows no inline code: styles, the worker and what a mode fetches
// by itself are files of ours.
import 'ace-builds/css/ace.css';
import 'ace-builds/css/theme/cloud_editor.css';
import 'ace-builds/css/theme/cloud_editor_dark.css';
import * as ace from 'ace-builds';
import 'ace-builds/src-noconflict/ext-language_tools';
import 'ace-builds/src-noconflict/mode-json';
import 'ace-builds/src-noconflict/mode-python';
import 'ace-builds/src-noconflict/mode-sql';
import 'ace-builds/src-noconflict/snippets/python';
import 'ace-builds/src-noconflict/snippets/sql';
import 'ace-builds/src-noconflict/theme-cloud_editor';
import 'ace-builds/src-noconflict/theme-cloud_editor_dark';
import workerUrl from 'ace-builds/src-noconflict/worker-json.js?url';

ace.config.set('useStrictCSP', true);
ace.config.set('loadWorkerFromBlob', false);
ace.config.setModuleUrl('ace/mode/json_worker', workerUrl);

/** Commands that would fetch what is not shipped; the page finds in nodes and texts itself. */
const without = new Set([
  'find',
  'replace',
  'gotoline',
  'showSettingsMenu',
  'openCommandPalette',
  'openCommandPallete',
  'modeSelect',
]);

const { commands }: { commands: { name: string }[] } = ace.require('ace/commands/default_commands');
// In place: every editor begins with this list, and its keys are the browser's again.
commands.splice(0, Infinity, ...commands.filter(({ name }) => !without.has(name)));

export { ace };
