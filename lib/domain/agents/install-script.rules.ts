import { enrolmentKeyPlaceholder } from './agent.schema.ts';
import { polkitRule, systemdUnit } from './host-files.rules.ts';
import { installationName, linuxFolder, linuxProgramPath } from './install-names.schema.ts';
import type { InstallerInput } from './release.schema.ts';
import { programUrl } from './program.schema.ts';

/** The initial settings on a host: the agent may do nothing until somebody there allows more. */
const settingsOf = ({ site, agent_id }: InstallerInput): string =>
  JSON.stringify(
    {
      url: site,
      agent_id,
      integration_type: 'linux',
      commands: {},
      folders: [],
      services: [],
      hosts: [],
    },
    undefined,
    2,
  );

/**
 * Merges the settings of this installation into the existing ones: the allow lists that people on
 * the host wrote are kept, and services are added to those that the agent may restart.
 */
const mergeSettingsScript = `const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const [path, made, services] = process.argv.slice(2);
let before = '{}';
try {
  before = readFileSync(path, 'utf8');
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}
let kept;
try {
  kept = JSON.parse(before);
} catch {
  const what = 'cloudwarden-agent: ' + path + ' is not valid JSON. ';
  console.error(what + 'Correct it, or remove it, and run this again.');
  process.exit(1);
}
const { url, agent_id, integration_type, ...allows } = JSON.parse(made);
if (kept.agent_id !== undefined && kept.agent_id !== agent_id) {
  console.log('This host was the agent ' + kept.agent_id + '. It becomes ' + agent_id + '.');
}
const added = services.split(/\\s+/).filter((one) => one !== '');
const known = { ...allows, ...kept, url, agent_id, integration_type };
known.services = [...new Set([...known.services, ...added])];
writeFileSync(path + '.new', JSON.stringify(known, undefined, 2) + '\\n', { mode: 0o644 });
renameSync(path + '.new', path);
for (const name of Object.keys(allows)) {
  const list = Array.isArray(known[name]) ? known[name] : Object.keys(known[name]);
  if (list.length > 0) console.log('It may use these ' + name + ': ' + list.join(', ') + '.');
}
`;

/**
 * A script that installs the agent on a Linux host with systemd and Node. When it is run again,
 * from the same file or a later one, it updates the program and the key and removes nothing.
 */
export const installScript = (of: InstallerInput): string => `#!/bin/sh
# Installs the Cloudwarden agent as a service of systemd, or brings it up to date. Run it as root:
#   sudo sh install-cloudwarden-agent.sh
# ${linuxFolder}/agent.json says what the agent may do: at first, nothing. Existing settings
# are kept. To let the agent restart services, name them there, or add them here:
#   sudo RESTART_SERVICES="nginx.service" sh install-cloudwarden-agent.sh
set -eu

KEY='${enrolmentKeyPlaceholder}'
URL='${programUrl(of.site)}'
SHA256='${of.release.sha256}'

fail() { echo "cloudwarden-agent: $1" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail 'run this as root, by sudo.'
command -v systemctl >/dev/null || fail 'this host has no systemd.'
command -v curl >/dev/null || fail 'this host has no curl; install it and run this again.'
NODE="$(command -v node || true)"
[ -n "$NODE" ] || fail 'this host has no Node.js; install version 24 and run this again.'
MAJOR="$("$NODE" -p 'process.versions.node.split(".")[0]')"
[ "$MAJOR" -ge 24 ] || fail "the agent needs Node.js 24 or newer; this host has $MAJOR."
case "$KEY" in cw_*) ;; *) fail 'put the key of the agent into this file, in the line KEY=.' ;; esac

FILE="$(mktemp)"
trap 'rm -f "$FILE"' EXIT
curl -fsSL "$URL" -o "$FILE"
echo "$SHA256  $FILE" | sha256sum -c - >/dev/null || fail 'the program has a wrong checksum.'
install -d -m 0755 /opt/${installationName} ${linuxFolder}

umask 022
"$NODE" - ${linuxFolder}/agent.json "$(cat <<'SETTINGS'
${settingsOf(of)}
SETTINGS
)" "\${RESTART_SERVICES:-}" <<'MERGE'
${mergeSettingsScript}MERGE

install -m 0644 "$FILE" ${linuxProgramPath}
(umask 077; printf '%s' "$KEY" > ${linuxFolder}/enrolment-key)
chmod 0600 ${linuxFolder}/enrolment-key

sed "s|@NODE@|$NODE|" > /etc/systemd/system/${installationName}.service <<'UNIT'
${systemdUnit}UNIT

if [ -d /etc/polkit-1/rules.d ]; then
  cat > /etc/polkit-1/rules.d/50-${installationName}.rules <<'RULE'
${polkitRule}RULE
else
  echo 'This host has no polkit: the agent cannot restart services.'
fi

systemctl daemon-reload
systemctl enable ${installationName}.service
systemctl restart ${installationName}.service
echo 'The agent is installed. The console shows it as online within a minute.'
`;
