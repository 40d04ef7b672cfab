import { installationName, linuxFolder, linuxProgramPath } from './install-names.schema.ts';

/** The systemd unit of the agent, with a user that exists only while it runs. */
export const systemdUnit = `[Unit]
Description=Cloudwarden agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=@NODE@ ${linuxProgramPath}
Environment=CLOUDWARDEN_SETTINGS=${linuxFolder}/agent.json
LoadCredential=enrolment-key:${linuxFolder}/enrolment-key
DynamicUser=yes
User=${installationName}
StateDirectory=${installationName}
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

/**
 * Lets the agent restart the services that its settings name, which otherwise only root may do. The
 * rule reads the settings each time, so they are the only place that lists these services.
 */
export const polkitRule = `// The Cloudwarden agent may restart the services that its settings name.
polkit.addRule(function (action, subject) {
  if (action.id !== 'org.freedesktop.systemd1.manage-units') return;
  if (subject.user !== '${installationName}' || action.lookup('verb') !== 'restart') return;
  try {
    var settings = JSON.parse(polkit.spawn(['/usr/bin/cat', '${linuxFolder}/agent.json']));
    if (settings.services.indexOf(action.lookup('unit')) >= 0) return polkit.Result.YES;
  } catch (error) {
    polkit.log('The settings of the Cloudwarden agent cannot be read: ' + error);
  }
});
`;
