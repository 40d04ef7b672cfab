import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { enrolmentKeyPlaceholder } from '#lib/domain/agents/agent.schema.ts';
import { snapshotLists } from '#lib/domain/agents/jobs/snapshot.schema.ts';
import { installerOf } from '#lib/domain/agents/install.rules.ts';
import { fixParametersOf } from '#lib/domain/compliance/fix-parameters.rules.ts';
import { rules } from '#lib/domain/compliance/rules.ts';

const release = { program: '#!/usr/bin/env node\nconsole.log("---");\n', sha256: 'a'.repeat(64) };
const site = 'https://console.example';
const _id = `agt_${'0'.repeat(44)}`;

const installFileOf = (integration_type: 'kubernetes' | 'linux', mayChange = false) =>
  installerOf({ _id, integration_type }, { site, release, mayChange });

type Rule = { apiGroups: string[]; resources: string[]; resourceNames?: string[]; verbs: string[] };

/** The parts of an object that these tests read. */
type FoundObject = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  rules: Rule[];
  roleRef: { apiGroup: string; kind: string; name: string };
  subjects: { kind: string; name: string; namespace: string }[];
  data: Record<string, string>;
  stringData: Record<string, string>;
  spec: {
    replicas: number;
    strategy: { type: string };
    selector: { matchLabels: object };
    template: {
      metadata: { labels: object };
      spec: {
        serviceAccountName: string;
        securityContext: object;
        containers: { securityContext: object; volumeMounts: { name: string }[]; env: object[] }[];
        volumes: { name: string; configMap: { name: string } }[];
      };
    };
  };
};

const objectsIn = (text: string): FoundObject[] =>
  parseAllDocuments(text).flatMap((document) => {
    expect(document.errors).toEqual([]);
    const value: FoundObject | null = document.toJS();
    return value ? [value] : [];
  });

const versions: Record<string, string> = {
  Namespace: 'v1',
  ServiceAccount: 'v1',
  Secret: 'v1',
  ConfigMap: 'v1',
  Role: 'rbac.authorization.k8s.io/v1',
  RoleBinding: 'rbac.authorization.k8s.io/v1',
  ClusterRole: 'rbac.authorization.k8s.io/v1',
  ClusterRoleBinding: 'rbac.authorization.k8s.io/v1',
  Deployment: 'apps/v1',
};

const clusterScopedKinds = new Set(['Namespace', 'ClusterRole', 'ClusterRoleBinding']);

describe.each([false, true])('the Kubernetes manifest (may change: %s)', (mayChange) => {
  const all = objectsIn(installFileOf('kubernetes', mayChange).content);
  const objectsOf = (kind: string) => all.filter((one) => one.kind === kind);
  const names = (kind: string) => objectsOf(kind).map(({ metadata }) => metadata.name);

  it('has objects of known kinds, each once and in the agent’s own namespace', () => {
    for (const { kind, apiVersion, metadata } of all) {
      expect([kind, apiVersion]).toEqual([kind, versions[kind]]);
      expect(metadata.name).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/);
      expect(metadata.namespace).toBe(
        clusterScopedKinds.has(kind) ? undefined : 'cloudwarden-agent',
      );
    }
    const keys = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(names('Namespace')).toEqual(['cloudwarden-agent']);
  });

  it('keeps the settings in the place that the operations manual names', () => {
    const settings = objectsOf('ConfigMap').filter(({ data }) => data['agent.json']);
    const [
      {
        metadata: { name },
      },
      { metadata: pod },
    ] = [settings[0]!, objectsOf('Deployment')[0]!];
    const manual = readFileSync('docs/operations.md', 'utf8');
    const space = `kubectl -n ${names('Namespace')[0]}`;
    expect(manual).toContain(`${space} edit configmap ${name}\n`);
    expect(manual).toContain(`${space} rollout restart deployment/${pod.name}\n`);
    expect(installFileOf('kubernetes', mayChange).content).toContain(
      'restart the pod after a change',
    );
  });

  it('binds existing roles to the existing service account', () => {
    for (const binding of [...objectsOf('RoleBinding'), ...objectsOf('ClusterRoleBinding')]) {
      const { roleRef, subjects } = binding;
      expect(names(roleRef.kind)).toContain(roleRef.name);
      expect(binding.kind).toBe(`${roleRef.kind}Binding`);
      expect(subjects.map(({ kind, name }) => [kind, name])).toEqual([
        ['ServiceAccount', names('ServiceAccount')[0]],
      ]);
    }
  });

  it('allows reading everything except Secrets, and changes only after opt-in', () => {
    const roles = objectsOf('ClusterRole');
    expect(names('ClusterRole')).toEqual([
      'cloudwarden-agent-read',
      ...(mayChange ? ['cloudwarden-agent-change'] : []),
    ]);
    const rules = roles.flatMap((one) => one.rules);
    expect(JSON.stringify(rules)).not.toContain('*');
    expect(rules.flatMap(({ resources }) => resources)).not.toContain('secrets');
    expect(rules.flatMap(({ resources }) => resources)).not.toContain('pods/exec');
    for (const { api, resource } of snapshotLists) {
      const apiGroup = api.includes('/') ? api.split('/')[0] : '';
      const found = roles[0]?.rules.find(({ apiGroups }) => apiGroups.includes(String(apiGroup)));
      expect(found?.resources).toContain(resource);
    }
    const verbsRead = new Set(roles[0]?.rules.flatMap(({ verbs }) => verbs));
    expect([...verbsRead].toSorted()).toEqual(['get', 'list', 'watch']);
    const [own] = objectsOf('Role');
    expect(own?.rules).toEqual([
      {
        apiGroups: [''],
        resources: ['secrets'],
        resourceNames: ['cloudwarden-agent-key'],
        verbs: ['get', 'patch'],
      },
    ]);
  });

  it('runs one process without privileges on its node', () => {
    const { spec } = objectsOf('Deployment')[0] ?? {};
    const { template, selector, replicas, strategy } = spec ?? ({} as FoundObject['spec']);
    expect([replicas, strategy.type]).toEqual([1, 'Recreate']);
    expect(template.metadata.labels).toEqual(selector.matchLabels);
    expect(template.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    const [container] = template.spec.containers;
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const { volumes } = template.spec;
    expect(container?.volumeMounts.map(({ name }) => name)).toEqual(volumes.map((one) => one.name));
    for (const { configMap } of volumes) expect(names('ConfigMap')).toContain(configMap.name);
  });

  it('replaces the pod only for another program or key', () => {
    const notes = (of: object) => {
      const options = { site, release, mayChange, ...of };
      const { content } = installerOf({ _id, integration_type: 'kubernetes' }, options);
      const deployment = objectsIn(content).find(({ kind }) => kind === 'Deployment');
      return JSON.stringify(deployment?.spec.template);
    };
    const first = notes({ key_id: 'key_1' });
    expect(notes({ key_id: 'key_1' })).toBe(first);
    expect(notes({ key_id: 'key_2' })).not.toBe(first);
    const next = { program: 'next', sha256: 'b'.repeat(64) };
    expect(notes({ key_id: 'key_1', release: next })).not.toBe(first);
    expect(first).not.toContain(enrolmentKeyPlaceholder);
  });

  it('contains the whole program and asks for the key in one place', () => {
    const program = objectsOf('ConfigMap').find(({ data }) => data['cloudwarden-agent.mjs']);
    expect(program?.data).toEqual({ 'cloudwarden-agent.mjs': release.program });
    const secrets = objectsOf('Secret').flatMap(({ stringData }) =>
      Object.values(stringData ?? {}),
    );
    expect(secrets).toEqual([enrolmentKeyPlaceholder]);
  });
});

describe('an agent that may change its cluster', () => {
  /** Existing pods cannot be patched, because the cluster rejects that. */
  const asMade = new Set(['jobs', 'pods']);
  const patched = rules.filter(({ rule_id, fix }) => {
    if (!fix || !('action' in fix) || fix.action !== 'kubernetes.patch') return false;
    return 'patch' in fixParametersOf(fix.action, rule_id);
  });

  it.each(patched.map(({ rule_id, sql }) => [rule_id, sql]))(
    'may patch the objects that the fix of this rule changes: %s',
    (_, sql) => {
      const changing = objectsIn(installFileOf('kubernetes', true).content).find(
        ({ metadata }) => metadata.name === 'cloudwarden-agent-change',
      );
      const kinds = snapshotLists.filter(
        ({ resource }) => sql.includes(`'${resource}'`) && !asMade.has(resource),
      );
      expect(kinds).not.toEqual([]);
      for (const { api, resource } of kinds) {
        const group = api.includes('/') ? api.split('/')[0] : '';
        expect(changing?.rules).toContainEqual({
          apiGroups: [group],
          resources: expect.arrayContaining([resource]),
          verbs: expect.arrayContaining(['patch']),
        });
      }
    },
  );
});

describe('the installation script for hosts', () => {
  const { content } = installFileOf('linux');

  it('has valid shell syntax', () => {
    expect(spawnSync('sh', ['-n'], { input: content, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('verifies the checksum before it installs, and does not run the agent as root', () => {
    expect(content.indexOf('sha256sum -c -')).toBeLessThan(content.indexOf('install -m 0644'));
    expect(content).toContain(`SHA256='${release.sha256}'`);
    for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes']) {
      expect(content).toContain(`\n${line}\n`);
    }
    expect(content.split(enrolmentKeyPlaceholder)).toHaveLength(2);
  });
});

describe('the installation of an agent', () => {
  const reach = (address: string, integration_type: 'kubernetes' | 'linux') => {
    const of = { site: address, release, mayChange: false };
    const { unusable, warning } = installerOf({ _id, integration_type }, of);
    return unusable ?? warning;
  };

  it.each([
    ['https://console.example', 'kubernetes', undefined],
    ['https://console.example', 'linux', undefined],
    ['http://127.0.0.1:2199', 'kubernetes', 'No cluster can reach Cloudwarden'],
    ['http://127.0.0.1:2199', 'linux', 'Only an agent on this machine'],
    ['https://localhost', 'kubernetes', 'No cluster can reach Cloudwarden'],
    ['http://10.0.0.5:2199', 'kubernetes', 'Agents call https:// only'],
    ['http://10.0.0.5:2199', 'linux', 'Agents call https:// only'],
  ] as const)('from %s for %s warns: %s', (address, type, warning) => {
    const expected = warning === undefined ? undefined : expect.stringContaining(warning);
    expect(reach(address, type)).toEqual(expected);
  });
});
