import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
} from 'kubernetes-models/rbac.authorization.k8s.io/v1';
import { ConfigMap, Namespace, Secret, ServiceAccount } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { installerOf } from '#lib/domain/agents/install.rules.ts';

const models = {
  ClusterRole,
  ClusterRoleBinding,
  ConfigMap,
  Deployment,
  Namespace,
  Role,
  RoleBinding,
  Secret,
  ServiceAccount,
};

type Kind = keyof typeof models;
type FoundObject = { kind: Kind; apiVersion: string; metadata: { name: string } };

/** The objects of the manifest as `kubectl` reads them. */
const objects = [false, true].flatMap((mayChange): FoundObject[] => {
  const release = { program: 'console.log("---");\n', sha256: 'a'.repeat(64) };
  const of = { site: 'https://console.example', key_id: 'key_1', release, mayChange };
  const { content } = installerOf(
    { _id: `agt_${'0'.repeat(44)}`, integration_type: 'kubernetes' },
    of,
  );
  return parseAllDocuments(content).flatMap((one) => one.toJS() ?? []);
});

describe.each(objects.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
  'the %s of the manifest',
  (_, object) => {
    it('is valid for the Kubernetes API: no value is missing or of a wrong type', () => {
      const Model = models[object.kind] as new (of: object) => { validate: () => void };
      expect(() => new Model(object).validate()).not.toThrow();
    });
  },
);

/** The faults of objects by the API's types, which include unknown fields. */
const schemaProblemsOf = (all: readonly FoundObject[]): string => {
  const folder = mkdtempSync(join(resolve('dist'), 'manifest-'));
  try {
    const lines = all.map(({ kind, ...object }, at) => {
      const { apiVersion } = object;
      const text = JSON.stringify({ kind, ...object });
      return `import type { I${kind} as T${at} } from 'kubernetes-models/${apiVersion}';
export const object${at}: T${at} = ${text};`;
    });
    const file = join(folder, 'manifest.ts');
    writeFileSync(file, lines.join('\n'));
    const options = ['--noEmit', '--skipLibCheck', '--strict', '--ignoreConfig'];
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
    const tsc = resolve('node_modules/.bin/tsc');
    return spawnSync(tsc, [...options, ...modules, file], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('the manifest', () => {
  beforeAll(() => mkdirSync(resolve('dist'), { recursive: true }));

  it('has no fields that the Kubernetes API does not know', () => {
    expect(objects.length).toBeGreaterThan(20);
    expect(schemaProblemsOf(objects)).toBe('');
  });

  it('fails the check with a misspelled field', () => {
    const [deployment] = structuredClone(objects.filter(({ kind }) => kind === 'Deployment'));
    if (!deployment) throw new Error('There is no deployment.');
    Object(deployment).spec.template.spec.containers[0].imagePullPolicies = 'Always';
    expect(schemaProblemsOf([deployment])).toContain('imagePullPolicies');
  });
});
