// For a content security policy without inline code: styles, the worker and the files of the modes
// are served from our own origin.
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

/** Commands whose code is not shipped; the page has its own search in nodes and texts. */
const excludedCommands = new Set([
  'find',
  'replace',
  'gotoline',
  'showSettingsMenu',
  'openCommandPalette',
  'openCommandPallete',
  'modeSelect',
]);

const { commands }: { commands: { name: string }[] } = ace.require('ace/commands/default_commands');
// In place: every editor starts with this list, and the removed shortcuts belong to the browser
// again.
commands.splice(0, Infinity, ...commands.filter(({ name }) => !excludedCommands.has(name)));

export { ace };
