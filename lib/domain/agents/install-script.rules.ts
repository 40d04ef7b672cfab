import { enrolmentKeyPlaceholder } from './agent.schema.ts';
import { agentName, linuxFolder, linuxProgram } from './install-names.schema.ts';
import type { Installation } from './release.schema.ts';
import { programUrl } from './program.schema.ts';

/** What the agent may do on a host: nothing, until somebody on the host says more. */
const settingsOf = ({ site, agent_id }: Installation): string =>
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

/** The agent as a service of systemd, under a user that exists only while it runs. */
const unit = `[Unit]
Description=Cloudwarden agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=@NODE@ ${linuxProgram}
Environment=CLOUDWARDEN_SETTINGS=${linuxFolder}/agent.json
LoadCredential=enrolment-key:${linuxFolder}/enrolment-key
DynamicUser=yes
User=${agentName}
StateDirectory=${agentName}
StateDirectoryMode=0700
UMask=0077
Restart=always
RestartSec=5
# A key that was refused, or wrong settings: asking again would only count as guesses.
RestartPreventExitStatus=78
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
NoNewPrivileges=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
CapabilityBoundingSet=
SystemCallArchitectures=native
MemoryMax=256M

[Install]
WantedBy=multi-user.target
`;

/** Lets the agent restart the services that its settings name, which only root may otherwise. */
const polkitRule = `// The services that the Cloudwarden agent may restart.
polkit.addRule(function (action, subject) {
  if (action.id !== 'org.freedesktop.systemd1.manage-units') return;
  if (subject.user !== '${agentName}' || action.lookup('verb') !== 'restart') return;
  var allowed = @SERVICES@;
  if (allowed.indexOf(action.lookup('unit')) >= 0) return polkit.Result.YES;
});
`;

/** A script that installs the agent on a Linux host with systemd and Node. */
export const installScript = (of: Installation): string => `#!/bin/sh
# Installs the Cloudwarden agent as a service of systemd. Run it as root:
#   sudo sh install-cloudwarden-agent.sh
# What the agent may do stands in ${linuxFolder}/agent.json: after the installation, nothing.
# To let it restart services:
#   RESTART_SERVICES="nginx.service" sudo -E sh install-cloudwarden-agent.sh
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
echo "$SHA256  $FILE" | sha256sum -c - >/dev/null || fail 'the program has another checksum.'
install -d -m 0755 /opt/${agentName} ${linuxFolder}
install -m 0644 "$FILE" ${linuxProgram}

umask 077
printf '%s' "$KEY" > ${linuxFolder}/enrolment-key
if [ ! -e ${linuxFolder}/agent.json ]; then
cat > ${linuxFolder}/agent.json <<'SETTINGS'
${settingsOf(of)}
SETTINGS
fi
chmod 0644 ${linuxFolder}/agent.json

umask 022
sed "s|@NODE@|$NODE|" > /etc/systemd/system/${agentName}.service <<'UNIT'
${unit}UNIT

if [ -n "\${RESTART_SERVICES:-}" ]; then
  LIST="$(printf "'%s'," $RESTART_SERVICES)"
  sed "s|@SERVICES@|[$LIST]|" > /etc/polkit-1/rules.d/50-${agentName}.rules <<'RULE'
${polkitRule}RULE
fi

systemctl daemon-reload
systemctl enable ${agentName}.service
systemctl restart ${agentName}.service
echo 'The agent is installed. The console shows it as online within a minute.'
`;
